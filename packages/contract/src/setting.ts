import { AMOUNT_LIMITS } from '@darkroom/domain/allowance/fees';
import { findMarkdownError } from '@darkroom/domain/article/markdown';
import { JOB_PRIORITIES } from '@darkroom/domain/job/status';
import { LOCK_SCREENS, hasMonthLocks } from '@darkroom/domain/lock/screens';
import { CURRENCIES } from '@darkroom/domain/money/currencies';
import { anyOf, anyStaff, type Access } from '@darkroom/domain/permission/access';
import type { Count } from '@darkroom/domain/task/counts';
import { z } from 'zod';
import { defineEndpoint, type OutputOf } from './endpoint.ts';
import {
  body,
  count,
  day,
  notes,
  requiredText,
  text,
  instant,
  money,
  month,
  whenValid,
  oneOf,
  version,
} from './fields.ts';
import { portalRead } from './portal/portal.ts';
import { bureauHours, turnarounds } from './due-date/due-date.ts';

/** Key of an article in its URL: small letters, digits and hyphens. */
export const ARTICLE_KEY = /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/;

const MAX_ARTICLE = 20_000;

/** Returns the schema of Markdown without raw HTML, with links to http(s) and mailto and pictures by https. It can be empty in a draft. */
const markdown = () =>
  notes(MAX_ARTICLE).superRefine((articleBody, context) => {
    const markdownError = findMarkdownError(articleBody);
    if (markdownError) context.addIssue({ code: 'custom', message: markdownError });
  });

/** An article of the info hub in metadata (INFO_HUB, one key for each article). */
export const article = z
  .strictObject({
    title: z.strictObject({ vi: requiredText(), en: requiredText() }),
    body: z.strictObject({ vi: markdown(), en: markdown() }),
    /** Customers cannot see drafts. */
    published: z.boolean({ error: () => 'required' }),
    published_on: day(),
    /** Pinned articles come first. */
    pinned: z.boolean({ error: () => 'required' }),
    /** Display order. Pinned articles come first, then articles with a display order, then the newest. */
    place: count(0, 999).nullable(),
  })
  .superRefine(({ published, body: articleBody }, context) => {
    for (const language of ['vi', 'en'] as const) {
      if (published && articleBody[language] === '') {
        context.addIssue({ code: 'custom', path: ['body', language], message: 'required' });
      }
    }
  });
export type Article = z.output<typeof article>;

const bilingualText = z.object({ vi: z.string(), en: z.string() });
const articleHead = { key: z.string(), title: bilingualText, published_on: z.string(), pinned: z.boolean() };

export const articleEndpoints = {
  list: defineEndpoint({
    ...portalRead,
    name: 'portal.articles',
    path: '/api/customer-portal/article/list',
    summary: 'List the published articles of the Info Hub',
    description:
      'Pinned articles come first, then those with a position, then the newest. The search covers both languages.',
    input: body({ text: text().optional() }),
    output: z.object({ results: z.array(z.object(articleHead)) }),
    errors: [],
    topics: ['portal_article'],
  }),
  read: defineEndpoint({
    ...portalRead,
    name: 'portal.article',
    path: '/api/customer-portal/article',
    summary: 'Get a published article with its text in Markdown',
    input: body({ key: requiredText() }),
    output: z.object({ ...articleHead, body: bilingualText }),
    errors: ['not_found'],
    topics: ['portal_article'],
  }),
};

/** A fault type for QCs: its key for the history, its position as the keyboard digit, words in both languages. */
export const faultKind = z.strictObject({
  key: z.string().regex(/^[a-z][a-z0-9_]{0,49}$/, 'invalid'),
  vi: requiredText(),
  en: requiredText(),
  severity: oneOf(['minor', 'major', 'critical']),
});

/** Words of a job priority. The keys are the specification's. */
export const priorityLabel = z.strictObject({
  key: oneOf(JOB_PRIORITIES),
  vi: requiredText(),
  en: requiredText(),
});

/** Setting of the price guard of quotes (decision 105). */
export const quoteGuard = z.strictObject({
  below_percent: z
    .number({ error: () => 'not_a_number' })
    .min(0, 'too_small')
    .max(100, 'too_big'),
  cost_per_minute: money(1_000_000),
});

/** Share of work passed at QC 2 that is checked blind (decision 134). */
export const blindCheckSetting = z.strictObject({
  share: z
    .number({ error: () => 'not_a_number' })
    .min(0, 'too_small')
    .max(100, { error: 'too_big', abort: true })
    .refine((share) => Number(share.toFixed(1)) === share, { error: 'too_many_decimals' }),
});

/** A saved reply of customer service, in both languages of customers. */
export const savedReply = z.strictObject({
  key: z.string().regex(/^[a-z][a-z0-9_]{0,49}$/, 'invalid'),
  vi: notes().min(1, 'required'),
  en: notes().min(1, 'required'),
});

const hasUniqueKeys = (list: readonly { key: string }[]) => new Set(list.map((item) => item.key)).size === list.length;
const amount = () => money(AMOUNT_LIMITS.max);

/** Currency of customers' prices, by its ISO 4217 code. */
export const currencyCode = z
  .string({ error: ({ input }) => (input === undefined ? 'required' : 'invalid') })
  .refine((code) => CURRENCIES.includes(code), 'invalid');

export const DENSITIES = ['compact', 'roomy'] as const;
export type Density = (typeof DENSITIES)[number];

/** Default look of lists, until a person changes it. */
export const displaySettings = z.strictObject({ density: oneOf(DENSITIES) });

/** A day off, shown in the calendars. It changes no divisor (domain §4). */
export const holiday = z.strictObject({ date: day(), vi: requiredText(), en: requiredText() });
/** Holidays of about twenty years. */
export const MAX_HOLIDAYS = 400;
const hasUniqueDays = (list: readonly { date: string }[]) => new Set(list.map(({ date }) => date)).size === list.length;

/** Reasons why a month of allowances cannot be closed or reopened now (domain/allowance/month). */
export const MONTH_REFUSALS = [
  'forbidden',
  'month_not_over',
  'month_state',
  'month_unsettled',
  'month_not_prepared',
  'month_same_person',
  'reason_required',
] as const;

/** Shape of every metadata key (domain §5). A value of another shape is refused, an unknown key is not found. */
export const METADATA_SHAPES = {
  JOB_TASK: {
    fault_kinds: z.array(faultKind).min(1, 'required').max(9, 'too_many_items').refine(hasUniqueKeys, 'duplicate'),
    priorities: z.array(priorityLabel).length(JOB_PRIORITIES.length, 'invalid').refine(hasUniqueKeys, 'duplicate'),
    currency: currencyCode,
    display: displaySettings,
    quote_guard: quoteGuard,
    blind_check: blindCheckSetting,
    replies: z.array(savedReply).max(50, 'too_many_items').refine(hasUniqueKeys, 'duplicate'),
    calendar: bureauHours,
    turnarounds,
  },
  ALLOWANCE: {
    transport: z.strictObject({ A: amount(), B: amount(), C: amount(), AB: amount(), BC: amount(), ABC: amount() }),
    meal: z.strictObject({ 1: amount(), 2: amount(), 3: amount() }),
    internet: amount(),
    electricity: amount(),
    holidays: z.array(holiday).max(MAX_HOLIDAYS, 'too_many_items').refine(hasUniqueDays, 'duplicate'),
  },
  // Articles have their own keys. `metadataShape` of the server adds them.
  INFO_HUB: {},
} as const satisfies Record<string, Record<string, z.ZodType>>;
type MetadataType = keyof typeof METADATA_SHAPES;
export const METADATA_TYPES = Object.keys(METADATA_SHAPES) as [MetadataType, ...MetadataType[]];

/** Settings of the whole bureau, for administrators only (domain §7, "bureau settings"). */
const BUREAU_SETTINGS: readonly string[] = [
  'currency',
  'display',
  'quote_guard',
  'blind_check',
] satisfies (keyof typeof METADATA_SHAPES.JOB_TASK)[];
export const isBureauSetting = (key: string): boolean => BUREAU_SETTINGS.includes(key);

/** Permissions to change lookups and locks (domain §7). Customer service can also change articles. */
const SETTINGS_CODES = ['npn_change_permission', 'npn_admin'] as const;
const canChangeArticles = anyOf(...SETTINGS_CODES, 'npn_change_customer');

/** Returns the permission to change a metadata key (domain §7): lookups, bureau settings and articles. */
export function getMetadataAccess(data_type: MetadataType, key: string): Access {
  if (data_type === 'INFO_HUB') return canChangeArticles;
  return data_type === 'JOB_TASK' && isBureauSetting(key) ? anyOf('npn_admin') : anyOf(...SETTINGS_CODES);
}

const xToggleFields = { x1: z.boolean(), x2: z.boolean(), x3: z.boolean() } satisfies Record<Count, z.ZodType>;

const metadataRow = z.object({ id: z.int(), key: z.string(), value: z.json(), version: z.int() });

const systemLock = z.object({
  screen_name: z.enum(LOCK_SCREENS),
  month: z.string().nullable(),
  locked: z.boolean(),
  reason: z.string(),
  changed_by: z.int().nullable(),
  changed_at: instant(),
  version: z.int(),
});

export const settingEndpoints = {
  xToggle: defineEndpoint({
    name: 'setting.xToggle',
    method: 'GET',
    path: '/api/settings/x-toggle',
    summary: 'Get the quantity fields in use (x1 to x3)',
    access: anyStaff,
    lock: null,
    kind: 'read',
    input: body({}),
    output: z.object(xToggleFields),
    errors: [],
    topics: ['setting'],
  }),
  metadata: defineEndpoint({
    name: 'setting.metadata',
    method: 'POST',
    path: '/api/metadata/list',
    summary: 'Get metadata of one type',
    description:
      '`JOB_TASK` contains `fault_kinds` ({key, vi, en, severity}[]), `priorities`, `currency`, `display`, `quote_guard`, `replies`, `calendar` (working hours) and `turnarounds`. `INFO_HUB` contains one article for each key.',
    access: anyStaff,
    lock: null,
    kind: 'read',
    input: body({ data_type: oneOf(METADATA_TYPES) }),
    output: z.object({
      results: z.array(metadataRow),
    }),
    errors: [],
    topics: ['setting'],
  }),
  locks: defineEndpoint({
    name: 'setting.locks',
    method: 'POST',
    path: '/api/settings/system-lock/list',
    summary: 'List locks of one screen or of all screens',
    access: anyStaff,
    lock: null,
    kind: 'read',
    input: body({ screen_name: oneOf(LOCK_SCREENS).optional() }),
    output: z.object({
      results: z.array(systemLock),
    }),
    errors: [],
    topics: ['lock'],
  }),
  changeXToggle: defineEndpoint({
    name: 'setting.changeXToggle',
    method: 'POST',
    path: '/api/settings/x-toggle',
    summary: 'Set the quantity fields in use (x1 to x3), at least one',
    access: anyOf('npn_change_x_toggle', 'npn_admin'),
    lock: null,
    kind: 'write',
    input: body(xToggleFields),
    output: z.object(xToggleFields),
    errors: ['no_fields_to_change'],
  }),
  updateMetadata: defineEndpoint({
    name: 'setting.updateMetadata',
    method: 'POST',
    path: '/api/metadata/update',
    summary: 'Change the value of a metadata key',
    description:
      'Each key has its own schema. `npn_change_customer` is enough for `INFO_HUB`. `currency`, `display` and `quote_guard` require `npn_admin`. Send a new article without a version. Send null to delete an article.',
    // The widest permission. `getMetadataAccess` decides for each key.
    access: canChangeArticles,
    lock: null,
    kind: 'write',
    input: body({
      data_type: oneOf(METADATA_TYPES),
      key: requiredText(),
      /** Version of the value that the caller saw. Null for a new article. */
      version: version().nullable(),
      value: z.json(),
    }),
    output: metadataRow,
    errors: ['not_found', 'stale', 'forbidden'],
  }),
  changeLock: defineEndpoint({
    name: 'setting.changeLock',
    method: 'POST',
    path: '/api/settings/system-lock/change',
    summary: 'Lock a screen with a reason, or unlock it',
    description: 'A single month can be locked only for allowances.',
    access: anyOf(...SETTINGS_CODES),
    lock: null,
    kind: 'write',
    input: body({
      screen_name: oneOf(LOCK_SCREENS),
      month: month().nullable().default(null),
      locked: z.boolean(),
      reason: notes().default(''),
      /** Version of the lock that the caller saw. Absent if there was none. */
      version: version().optional(),
    }).refine(({ screen_name, month: of }) => of === null || hasMonthLocks(screen_name), {
      path: ['month'],
      error: 'not_by_month',
      when: whenValid('screen_name', 'month'),
    }),
    output: systemLock,
    // A month's lock belongs to its screen, so the endpoint can return `locked` like other changes there.
    errors: ['stale', 'lock_reason_required', 'locked', ...MONTH_REFUSALS],
  }),
};

export type SystemLock = z.output<typeof systemLock>;
export type XToggle = OutputOf<typeof settingEndpoints.xToggle>;

/** Returns the schema of a key's value. Undefined for an unknown key. */
export function metadataShape(data_type: (typeof METADATA_TYPES)[number], key: string): z.ZodType | undefined {
  if (data_type === 'INFO_HUB') return ARTICLE_KEY.test(key) ? article : undefined;
  const shapes: Record<string, z.ZodType> = METADATA_SHAPES[data_type];
  return Object.hasOwn(shapes, key) ? shapes[key] : undefined;
}
