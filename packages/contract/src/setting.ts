import { AMOUNT_LIMITS } from '@darkroom/domain/allowance/fees';
import { markdownFault } from '@darkroom/domain/article/markdown';
import { JOB_PRIORITIES } from '@darkroom/domain/job/status';
import { LOCK_SCREENS, locksByMonth } from '@darkroom/domain/lock/screens';
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
  onceGood,
  oneOf,
  version,
} from './fields.ts';
import { portalRead } from './portal/portal.ts';
import { bureauHours, turnarounds } from './promise/promise.ts';

/** What an article is called in its address: small letters, digits and hyphens. */
export const ARTICLE_KEY = /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/;

const LONGEST_ARTICLE = 20_000;

/** Markdown without raw HTML, links to http(s) and mailto, pictures by https. Empty while it is written. */
const markdown = () =>
  notes(LONGEST_ARTICLE).superRefine((written, context) => {
    const fault = markdownFault(written);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  });

/** An article of the info hub as metadata holds it (INFO_HUB, one key an article). */
export const article = z
  .strictObject({
    title: z.strictObject({ vi: requiredText(), en: requiredText() }),
    body: z.strictObject({ vi: markdown(), en: markdown() }),
    /** Customers see no draft. */
    published: z.boolean({ error: () => 'required' }),
    published_on: day(),
    /** Pinned ones stand first. */
    pinned: z.boolean({ error: () => 'required' }),
    /** Then those with a place, by it; then the newest. */
    place: count(0, 999).nullable(),
  })
  .superRefine(({ published, body: written }, context) => {
    for (const language of ['vi', 'en'] as const) {
      if (published && written[language] === '') {
        context.addIssue({ code: 'custom', path: ['body', language], message: 'required' });
      }
    }
  });
export type Article = z.output<typeof article>;

const words = z.object({ vi: z.string(), en: z.string() });
const head = { key: z.string(), title: words, published_on: z.string(), pinned: z.boolean() };

export const articleEndpoints = {
  list: defineEndpoint({
    ...portalRead,
    name: 'portal.articles',
    path: '/api/customer-portal/article/list',
    summary:
      'List the published articles of the info hub: pinned first, then by position, then newest first. Search covers both languages.',
    input: body({ text: text().optional() }),
    output: z.object({ results: z.array(z.object(head)) }),
    errors: [],
    topics: ['portal_article'],
  }),
  read: defineEndpoint({
    ...portalRead,
    name: 'portal.article',
    path: '/api/customer-portal/article',
    summary: 'Get a published article with its text in Markdown',
    input: body({ key: requiredText() }),
    output: z.object({ ...head, body: words }),
    errors: ['not_found'],
    topics: ['portal_article'],
  }),
};

/** A fault kind as QC picks it: a key for history, a digit for the keyboard (its place), words in both languages. */
export const faultKind = z.strictObject({
  key: z.string().regex(/^[a-z][a-z0-9_]{0,49}$/, 'invalid'),
  vi: requiredText(),
  en: requiredText(),
  severity: oneOf(['minor', 'major', 'critical']),
});

/** A job priority's words; the keys are the specification's. */
export const priorityLabel = z.strictObject({
  key: oneOf(JOB_PRIORITIES),
  vi: requiredText(),
  en: requiredText(),
});

/** What the price guard of quotes goes by (decision 105). */
export const quoteGuard = z.strictObject({
  below_percent: z
    .number({ error: () => 'not_a_number' })
    .min(0, 'too_small')
    .max(100, 'too_big'),
  cost_per_minute: money(1_000_000),
});

/** How much of what passed QC 2 is checked again, blind (decision 134). */
export const calibrationSetting = z.strictObject({
  share: z
    .number({ error: () => 'not_a_number' })
    .min(0, 'too_small')
    .max(100, { error: 'too_big', abort: true })
    .refine((share) => Number(share.toFixed(1)) === share, { error: 'too_many_decimals' }),
});

/** An answer customer service gives often, in both languages of customers. */
export const cannedReply = z.strictObject({
  key: z.string().regex(/^[a-z][a-z0-9_]{0,49}$/, 'invalid'),
  vi: notes().min(1, 'required'),
  en: notes().min(1, 'required'),
});

const distinct = (list: readonly { key: string }[]) => new Set(list.map((item) => item.key)).size === list.length;
const amount = () => money(AMOUNT_LIMITS.max);

/** The currency of customers' prices, as ISO 4217 names it. */
export const currencyCode = z
  .string({ error: ({ input }) => (input === undefined ? 'required' : 'invalid') })
  .refine((code) => CURRENCIES.includes(code), 'invalid');

/** How close the rows of a list stand. */
export const DENSITIES = ['compact', 'roomy'] as const;
export type Density = (typeof DENSITIES)[number];

/** How lists look until a person chooses otherwise. */
export const displaySettings = z.strictObject({ density: oneOf(DENSITIES) });

/** A day off, shown in the calendars; it changes no divisor (domain §4). */
export const holiday = z.strictObject({ date: day(), vi: requiredText(), en: requiredText() });
/** Some twenty years of them. */
export const MAX_HOLIDAYS = 400;
const eachDayOnce = (list: readonly { date: string }[]) => new Set(list.map(({ date }) => date)).size === list.length;

/** Why a month of allowances cannot be closed or reopened now (domain/allowance/month). */
export const MONTH_REFUSALS = [
  'forbidden',
  'month_not_over',
  'month_state',
  'month_unsettled',
  'month_not_prepared',
  'month_same_person',
  'reason_required',
] as const;

/** The shape of every metadata key there is (domain §5): a value of another shape is refused, an unknown key is not there. */
export const METADATA_SHAPES = {
  JOB_TASK: {
    fault_kinds: z.array(faultKind).min(1, 'required').max(9, 'too_many_items').refine(distinct, 'duplicate'),
    priorities: z.array(priorityLabel).length(JOB_PRIORITIES.length, 'invalid').refine(distinct, 'duplicate'),
    currency: currencyCode,
    display: displaySettings,
    quote_guard: quoteGuard,
    calibration: calibrationSetting,
    replies: z.array(cannedReply).max(50, 'too_many_items').refine(distinct, 'duplicate'),
    calendar: bureauHours,
    turnarounds,
  },
  ALLOWANCE: {
    transport: z.strictObject({ A: amount(), B: amount(), C: amount(), AB: amount(), BC: amount(), ABC: amount() }),
    meal: z.strictObject({ 1: amount(), 2: amount(), 3: amount() }),
    internet: amount(),
    electricity: amount(),
    holidays: z.array(holiday).max(MAX_HOLIDAYS, 'too_many_items').refine(eachDayOnce, 'duplicate'),
  },
  // Articles have keys of their own choosing: `metadataShape` of the server has them.
  INFO_HUB: {},
} as const satisfies Record<string, Record<string, z.ZodType>>;
type MetadataType = keyof typeof METADATA_SHAPES;
export const METADATA_TYPES = Object.keys(METADATA_SHAPES) as [MetadataType, ...MetadataType[]];

/** Settings of the whole bureau, for administrators only (domain §7, "bureau settings"). */
const BUREAU_SETTINGS: readonly string[] = [
  'currency',
  'display',
  'quote_guard',
  'calibration',
] satisfies (keyof typeof METADATA_SHAPES.JOB_TASK)[];
export const isBureauSetting = (key: string): boolean => BUREAU_SETTINGS.includes(key);

/** The codes of those who change lookups and locks (domain §7); articles are customer service's too. */
const CHANGES_SETTINGS = ['npn_change_permission', 'npn_admin'] as const;
const changesArticles = anyOf(...CHANGES_SETTINGS, 'npn_change_customer');

/** Who changes a metadata key (domain §7): lookups, the bureau's settings, and articles. */
export function changesMetadata(data_type: MetadataType, key: string): Access {
  if (data_type === 'INFO_HUB') return changesArticles;
  return data_type === 'JOB_TASK' && isBureauSetting(key) ? anyOf('npn_admin') : anyOf(...CHANGES_SETTINGS);
}

/** Which counts are in use. */
const counts = { x1: z.boolean(), x2: z.boolean(), x3: z.boolean() } satisfies Record<Count, z.ZodType>;

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
    summary: 'Get which of x1, x2 and x3 are in use',
    access: anyStaff,
    lock: null,
    kind: 'read',
    input: body({}),
    output: z.object(counts),
    errors: [],
    topics: ['setting'],
  }),
  metadata: defineEndpoint({
    name: 'setting.metadata',
    method: 'POST',
    path: '/api/metadata/list',
    summary:
      'Get metadata of one type. JOB_TASK holds `fault_kinds` ({key, vi, en, severity}[]), `priorities`, `currency`, `display`, `quote_guard`, `replies`, `calendar` (working hours) and `turnarounds`. INFO_HUB holds one article for each key.',
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
    summary: 'Set which of x1, x2 and x3 are in use; at least one',
    access: anyOf('npn_change_x_toggle', 'npn_admin'),
    lock: null,
    kind: 'write',
    input: body(counts),
    output: z.object(counts),
    errors: ['nothing_chosen'],
  }),
  updateMetadata: defineEndpoint({
    name: 'setting.updateMetadata',
    method: 'POST',
    path: '/api/metadata/update',
    summary:
      'Change the value of a metadata key. Each key has its own schema. INFO_HUB also takes change_customer; `currency`, `display` and `quote_guard` take admin. Send a new article without a version; send null to delete one.',
    // The widest of them; `changesMetadata` decides key by key.
    access: changesArticles,
    lock: null,
    kind: 'write',
    input: body({
      data_type: oneOf(METADATA_TYPES),
      key: requiredText(),
      /** Of the value that was seen; null for an article that is new. */
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
    summary: 'Lock a screen with a reason, or unlock it. A single month can be locked only for allowances.',
    access: anyOf(...CHANGES_SETTINGS),
    lock: null,
    kind: 'write',
    input: body({
      screen_name: oneOf(LOCK_SCREENS),
      month: month().nullable().default(null),
      locked: z.boolean(),
      reason: notes().default(''),
      /** Of the lock that was seen; absent where there was none yet. */
      version: version().optional(),
    }).refine(({ screen_name, month: of }) => of === null || locksByMonth(screen_name), {
      path: ['month'],
      error: 'not_by_month',
      when: onceGood('screen_name', 'month'),
    }),
    output: systemLock,
    // A month's lock belongs to its screen: `locked` as every change of that.
    errors: ['stale', 'lock_reason_required', 'locked', ...MONTH_REFUSALS],
  }),
};

export type SystemLock = z.output<typeof systemLock>;
export type XToggle = OutputOf<typeof settingEndpoints.xToggle>;

/** The schema a key's value must fit; undefined where there is no such key. */
export function metadataShape(data_type: (typeof METADATA_TYPES)[number], key: string): z.ZodType | undefined {
  if (data_type === 'INFO_HUB') return ARTICLE_KEY.test(key) ? article : undefined;
  const shapes: Record<string, z.ZodType> = METADATA_SHAPES[data_type];
  return Object.hasOwn(shapes, key) ? shapes[key] : undefined;
}
