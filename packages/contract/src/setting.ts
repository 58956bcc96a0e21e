import { AMOUNT_LIMITS } from '@darkroom/domain/allowance/fees';
import { findMarkdownError } from '@darkroom/domain/article/markdown';
import { JOB_PRIORITIES } from '@darkroom/domain/job/status';
import { LOCK_SCREENS, hasMonthLocks } from '@darkroom/domain/lock/screens';
import { CURRENCIES } from '@darkroom/domain/money/currencies';
import { anyOf, anyStaff, type Access } from '@darkroom/domain/permission/access';
import { FACTOR_MODES } from '@darkroom/domain/user/second-factor';
import type { QuantityField } from '@darkroom/domain/task/quantities';
import { z } from 'zod';
import { defineEndpoint, type OutputOf } from './endpoint.ts';
import {
  body,
  count,
  day,
  notes,
  optionalEmail,
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
    title: z.strictObject({ vi: requiredText(), en: requiredText() }).describe('Title in both languages.'),
    body: z.strictObject({ vi: markdown(), en: markdown() }).describe('Text in both languages, in Markdown.'),
    published: z
      .boolean({ error: () => 'required' })
      .describe('True if customers can see the article. False: a draft.'),
    published_on: day(),
    pinned: z.boolean({ error: () => 'required' }).describe('True if the article comes first.'),
    display_order: count(0, 999)
      .nullable()
      .describe('Display order. Pinned articles come first, then articles with a display order, then the newest.'),
  })
  .superRefine(({ published, body: articleBody }, context) => {
    for (const language of ['vi', 'en'] as const) {
      if (published && articleBody[language] === '') {
        context.addIssue({ code: 'custom', path: ['body', language], message: 'required' });
      }
    }
  });
export type Article = z.output<typeof article>;

const bilingualText = z.object({
  vi: z.string().describe('Text in Vietnamese.'),
  en: z.string().describe('Text in English.'),
});
const articleHead = {
  key: z.string().describe('Key of the article in its URL.'),
  title: bilingualText.describe('Title in both languages.'),
  published_on: z.string().describe('Date of publication, `YYYY-MM-DD`.'),
  pinned: z.boolean().describe('True if the article comes first.'),
};

export const articleEndpoints = {
  list: defineEndpoint({
    ...portalRead,
    name: 'portal.articles',
    path: '/api/customer-portal/article/list',
    summary: 'List the published articles of the Info Hub',
    description:
      'Pinned articles come first, then those with a display order, then the newest. The search covers both languages.',
    input: body({ text: text().optional().describe('Text in the title or the body, in both languages.') }),
    output: z.object({ results: z.array(z.object(articleHead)) }),
    errors: [],
    topics: ['portal_article'],
  }),
  read: defineEndpoint({
    ...portalRead,
    name: 'portal.article',
    path: '/api/customer-portal/article',
    summary: 'Get a published article with its text in Markdown',
    input: body({ key: requiredText().describe('Key of the article.') }),
    output: z.object({ ...articleHead, body: bilingualText.describe('Text in both languages, in Markdown.') }),
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
    .max(100, 'too_big')
    .describe('A price more than this percentage below the list price gives a warning.'),
  cost_per_minute: money(1_000_000).describe(
    'Cost of one estimated minute, in the configured currency. A price below the cost gives a warning.',
  ),
});

/** Share of work passed at QC 2 that is checked blind (decision 134). */
export const blindCheckSetting = z.strictObject({
  share: z
    .number({ error: () => 'not_a_number' })
    .min(0, 'too_small')
    .max(100, { error: 'too_big', abort: true })
    .refine((share) => Number(share.toFixed(1)) === share, { error: 'too_many_decimals' }),
});

/** Sender of mails (decision 170). Replies to a mail go to `reply_to`, or to `MAIL_FROM` if it is null. */
export const mailSender = z.strictObject({
  bureau_name: requiredText().describe('Name of the bureau in mails.'),
  reply_to: optionalEmail().describe('Address for replies. Null: the sender of the server.'),
});
export type MailSender = z.output<typeof mailSender>;

/** Rule for second factors (decision 171). */
export const factorPolicy = z.strictObject({
  mode: oneOf(FACTOR_MODES).describe('When a second factor is asked for.'),
  permissions: z.array(requiredText()).max(100, 'too_many_items').describe('Permissions whose holders need a factor.'),
  required_from: day().nullable().describe('First day on which it is required. Null: at once.'),
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
export const holiday = z.strictObject({
  date: day().describe('Date, `YYYY-MM-DD`.'),
  vi: requiredText().describe('Name in Vietnamese.'),
  en: requiredText().describe('Name in English.'),
});
/** Holidays of about twenty years. */
export const MAX_HOLIDAYS = 400;
const hasUniqueDays = (list: readonly { date: string }[]) => new Set(list.map(({ date }) => date)).size === list.length;

/** Reasons why a month of allowances cannot be closed or reopened now (domain/allowance/month). */
export const MONTH_REFUSALS = [
  'forbidden',
  'month_not_over',
  'month_wrong_state',
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
    mail: mailSender,
    second_factor: factorPolicy,
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
  'second_factor',
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

const xToggleFields = {
  x1: z.boolean().describe('True if the first quantity field is in use.'),
  x2: z.boolean().describe('True if the second quantity field is in use.'),
  x3: z.boolean().describe('True if the third quantity field is in use.'),
} satisfies Record<QuantityField, z.ZodType>;

const metadataRow = z.object({
  id: z.int().describe('ID of the metadata row.'),
  key: z.string().describe('Key of the metadata.'),
  value: z
    .json()
    .describe(
      'Value of the key, in its own schema. `fault_kinds` is a list of {key, vi, en, severity}. `calendar` has the working hours.',
    ),
  version: z.int().describe('Version of the value.'),
});

const systemLock = z.object({
  screen_name: z.enum(LOCK_SCREENS),
  month: z.string().nullable().describe('Month, `YYYY-MM`. Null: the whole screen.'),
  locked: z.boolean().describe('True if the screen is locked.'),
  reason: z.string(),
  changed_by: z.int().nullable(),
  changed_at: instant(),
  version: z.int(),
});

/** First steps of a new bureau, in their order, with the permission for each. */
export const FIRST_STEPS = {
  name: anyOf('npn_admin'),
  catalogue: anyOf('npn_add_category'),
  customers: anyOf('npn_add_customer'),
  groups: anyOf('npn_add_group'),
  members: anyOf('npn_add_member'),
  prices: anyOf('npn_change_customer_price'),
  orders: anyOf('npn_add_job'),
  email: anyOf('npn_admin'),
  backup: anyOf('npn_admin'),
} as const satisfies Record<string, Access>;
export type FirstStep = keyof typeof FIRST_STEPS;

export const settingEndpoints = {
  firstSteps: defineEndpoint({
    name: 'setting.firstSteps',
    method: 'GET',
    path: '/api/settings/first-steps',
    summary: 'List the first steps of a new bureau',
    description: 'Only the steps that the caller can do. Empty when the bureau has 100 jobs.',
    access: anyOf('npn_admin'),
    lock: null,
    kind: 'read',
    input: body({}),
    output: z.object({
      results: z.array(
        z.object({
          step: z.enum(Object.keys(FIRST_STEPS) as [FirstStep, ...FirstStep[]]).describe('Key of the step.'),
          done: z.boolean().describe('True if the bureau has the data of the step.'),
        }),
      ),
    }),
    errors: [],
    topics: ['setting', 'category', 'customer', 'group', 'staff', 'price', 'job'],
  }),
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
    description: '`JOB_TASK` has one row for each setting of jobs and tasks. `INFO_HUB` has one row for each article.',
    access: anyStaff,
    lock: null,
    kind: 'read',
    input: body({
      data_type: oneOf(METADATA_TYPES).describe(
        'Type of the metadata. Keys of `JOB_TASK`: `fault_kinds`, `priorities`, `currency`, `display`, `quote_guard`, `replies`, `calendar`, `turnarounds`.',
      ),
    }),
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
    description: 'A locked screen can be viewed but not changed. Superusers can still change it.',
    access: anyStaff,
    lock: null,
    kind: 'read',
    input: body({ screen_name: oneOf(LOCK_SCREENS).optional().describe('Only this screen. Absent: all screens.') }),
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
    description: 'A field that is turned off no longer accepts quantities (`x_off`).',
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
      '`currency`, `display`, `quote_guard` and `second_factor` require `npn_admin`. For `INFO_HUB`, `npn_change_customer` is sufficient.',
    // The widest permission. `getMetadataAccess` decides for each key.
    access: canChangeArticles,
    lock: null,
    kind: 'write',
    input: body({
      data_type: oneOf(METADATA_TYPES).describe('Type of the metadata.'),
      key: requiredText().describe('Key of the metadata. For an article: its key in the URL.'),
      version: version().nullable().describe('Version of the value that you read. Null for a new article.'),
      value: z.json().describe('New value, in the schema of the key. Null deletes an article.'),
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
      screen_name: oneOf(LOCK_SCREENS).describe('Screen to lock or unlock.'),
      month: month()
        .nullable()
        .default(null)
        .describe('Month, `YYYY-MM`, only for allowances. Null: the whole screen.'),
      locked: z.boolean().describe('True locks the screen, false unlocks it.'),
      reason: notes().default('').describe('Reason for everyone. Required to lock.'),
      version: version().optional().describe('Version of the lock that you read. Absent if there was none.'),
    }).refine(({ screen_name, month: of }) => of === null || hasMonthLocks(screen_name), {
      path: ['month'],
      error: 'month_lock_not_allowed',
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
