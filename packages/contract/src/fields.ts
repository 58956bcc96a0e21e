import { isCalendarDay, isDay } from '@darkroom/domain/calendar/day';
import { COUNTED_BY } from '@darkroom/domain/price/period';
import { completeLink, isWebLink } from '@darkroom/domain/text/link';
import { findUsernameError } from '@darkroom/domain/text/username';
import { z } from 'zod';
import type { FieldErrorCode } from './errors.ts';

/** Converts a field error code to a zod message. The web translates it, and the server adds the English sentence. */
const code = (c: FieldErrorCode) => c;

/**
 * Returns the `when` of a rule about several fields. The rule runs once these fields are valid, even while others are not, so that all
 * errors are reported together (domain §8). A nested field is `filter.date_to`.
 */
export const whenValid =
  (...fields: readonly string[]) =>
  ({ issues }: { issues: readonly { path?: readonly PropertyKey[] | undefined }[] }): boolean =>
    !issues.some(({ path = [] }) => {
      const at = path.join('.');
      return at !== '' && fields.some((field) => `${field}.`.startsWith(`${at}.`) || at.startsWith(`${field}.`));
    });

type Rule<T> = [(of: T) => boolean, object];

interface Period {
  date_from: string;
  date_to: string;
}

/** The last day of a period is not before its first: `body(…).refine(...inOrder)`. */
export const dateRangeRule = [
  ({ date_from, date_to }: Period): boolean => date_from <= date_to,
  { path: ['date_to'], error: 'ends_before', when: whenValid('date_from', 'date_to') },
] satisfies Rule<Period>;

/** Date range rule for the filter of a file. */
export const filterDateRangeRule = [
  ({ filter: { date_from, date_to } }: { filter: Period }): boolean => date_from <= date_to,
  { path: ['filter', 'date_to'], error: 'ends_before', when: whenValid('filter.date_from', 'filter.date_to') },
] satisfies Rule<{ filter: Period }>;

/** Defines a request body. Unknown keys are refused (domain §8). */
export const body = <S extends z.ZodRawShape>(shape: S) => z.strictObject(shape);

/** Control characters except tab and newline, and lone surrogates. Screens cannot show them and the database cannot store them. */
// eslint-disable-next-line no-control-regex
const UNSTORABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/**
 * Characters that are removed from every text: bidirectional marks change its reading order, terminal controls and noncharacters show as
 * empty boxes.
 */
const ALWAYS_REMOVED = /[\u202a-\u202e\u2066-\u2069\u0080-\u009f\p{Noncharacter_Code_Point}]/gu;
/** Invisible characters make a name in a line look like another name, or empty. Joiners stay because letters of some scripts need them. */
const INVISIBLE = /[\u200b\u2060\ufeff\u00ad]/g;
/** All kinds of spaces and line breaks. In a line each run of them becomes one space, so that equal names look equal. */
const SPACES = /\s+/g;

/** A visible character. U+2800 is a Braille pattern without a dot. */
const VISIBLE = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Returns the schema of a text of any length and number of lines, as it is stored. All text that people write uses it. */
const cleanText = (max: number, clean: (text: string) => string, refused = UNSTORABLE) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? code('required') : code('invalid')) })
    .refine((s) => s.isWellFormed() && !refused.test(s), { error: code('hostile_text'), abort: true })
    .overwrite((s) => clean(s.normalize('NFC').replace(ALWAYS_REMOVED, '')).trim())
    .max(max, code('too_long'));

/**
 * Returns the schema of one line of text: trimmed, NFC, with single spaces. It has no characters that are invisible, turn the direction or
 * cannot be stored. It has at most `max` characters, and is empty without visible characters.
 */
export const text = (max = 100) =>
  cleanText(max, (s) => (VISIBLE.test(s) ? s.replace(INVISIBLE, '').replace(SPACES, ' ') : ''));

export const requiredText = (max = 100) => text(max).min(1, code('required'));

/**
 * Returns the schema of a required line that identifies something, such as a key. It refuses the characters that other texts lose, because
 * without them the value would be different.
 */
export const exactText = (max = 100) => cleanText(max, (s) => s, /\p{C}/u).min(1, code('required'));

/**
 * Returns the schema of notes: several lines, up to 2,000 characters by default, can be empty. A text of only invisible characters is
 * empty, and otherwise such characters stay.
 */
export const notes = (max = 2000) => cleanText(max, (s) => (VISIBLE.test(s) ? s : ''));

/** Returns the schema of a link, http or https only, which is completed to https without a scheme. Empty is null. */
export const link = () =>
  text(2000)
    .overwrite(completeLink)
    .max(2000, code('too_long'))
    .refine((s) => s === '' || isWebLink(s), code('not_http'))
    .nullable();

const validateLoginName = (line: z.ZodString) =>
  line
    .refine((name) => findUsernameError(name) !== 'invalid_username', code('invalid_username'))
    .refine((name) => findUsernameError(name) !== 'mixed_alphabets', code('mixed_alphabets'));

/** Returns the schema of a login name: one word of visible characters, in one alphabet. */
export const username = () => validateLoginName(requiredText());

/** Returns the schema of an optional login name. Empty is null. */
export const optionalUsername = () => validateLoginName(text()).nullable();

export const id = () =>
  z
    .int({ error: (issue) => (issue.input === undefined ? code('required') : code('invalid')) })
    .min(1, code('invalid'))
    .max(2147483647, code('invalid'));

/** Returns the schema of an import's id. The caller creates it, so that a repeated request means the same import (decision 084). */
export const importId = () => z.uuid(code('invalid'));

/** Returns the schema of a task's id. An invalid id has a sentence of its own (spec §8). */
export const taskId = () =>
  z
    .int({ error: code('invalid_task_id') })
    .min(1, code('invalid_task_id'))
    .max(2147483647, code('invalid_task_id'));

/** Returns the schema of the version that the caller saw (optimistic concurrency). */
export const version = () => id();

/** Returns the schema of tasks, each in the version that the caller saw. */
export const taskVersions = () => z.array(body({ task_id: taskId(), version: version() }));

/** Returns the schema of a whole number from `min` to `max`. */
export const count = (min = 0, max = 1_000_000) =>
  z
    .number({ error: (issue) => (issue.input === undefined ? code('required') : code('not_a_number')) })
    .refine(Number.isInteger, { error: code('not_a_whole_number'), abort: true })
    .min(min, min === 1 ? code('not_positive') : code('too_small'))
    .max(max, code('too_big'));

/**
 * Returns the schema of a checksum of the records below a job when it was read (domain/job/job-checksum). A job is deleted only while they
 * are unchanged.
 */
export const jobChecksum = () => count(0, Number.MAX_SAFE_INTEGER);

/** Returns the schema of an amount of money from 0 to `max`, with at most three decimals. */
export const money = (max: number) =>
  z
    .number({ error: (issue) => (issue.input === undefined ? code('required') : code('not_a_number')) })
    .min(0, code('too_small'))
    .max(max, { error: code('too_big'), abort: true })
    .refine((value) => Number(value.toFixed(3)) === value, { error: code('too_many_decimals') });

/** Returns the schema of a Bangkok day, `YYYY-MM-DD`, 2000–2100. */
export const day = () =>
  z
    .string({ error: (issue) => (issue.input === undefined ? code('required') : code('not_a_day')) })
    .refine(isDay, code('not_a_day'));

/** Returns the schema of a day in a person's life, 1900–2100. It can be before the bureau's days. */
export const personalDay = () =>
  z
    .string({ error: (issue) => (issue.input === undefined ? code('required') : code('not_a_day')) })
    .refine((s) => isCalendarDay(s) && s >= '1900' && s < '2101', code('date_out_of_range'));

const isEmail = (s: string) => s === '' || /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(s);

export const email = () => requiredText().refine(isEmail, code('not_email'));

/** Returns the schema of an optional email address. Empty is null. */
export const optionalEmail = () => text().refine(isEmail, code('not_email')).nullable();

/** A stored telephone number: at least 7 digits, with an optional + in front. Forms check the result of `normalizePhone`. */
export const PHONE = /^\+?\d{7,}$/;
export const MAX_PHONE = 10;

/**
 * Normalises a telephone number: removes separators and invisible characters. A Vietnamese number begins with 0, as people dial it there.
 */
export const normalizePhone = (written: string): string =>
  written.replace(/[\s\p{Cf}.,/()\u2010-\u2015-]/gu, '').replace(/^(?:\+|00)84(?=\d{7})0?/, '0');

/** Returns the schema of a telephone number, at most 10 characters (domain §8). */
export const phone = () =>
  cleanText(MAX_PHONE, normalizePhone)
    .min(1, code('required'))
    .refine((s) => s === '' || PHONE.test(s), code('not_phone'));

/** Returns the schema of a month, `YYYY-MM`. */
export const month = () =>
  z
    .string({ error: () => code('invalid') })
    .refine((s) => /^\d{4}-\d{2}$/.test(s) && isDay(`${s}-01`), code('invalid'));

export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: (issue) => (issue.input === undefined ? code('required') : code('invalid')) });

export const uniqueList = <T extends z.ZodType<string | number>>(item: T, max: number) =>
  z
    .array(item, { error: (issue) => (issue.input === undefined ? code('required') : code('invalid')) })
    .max(max, code('too_many_items'))
    .refine((list) => new Set(list).size === list.length, code('duplicate'));

/** Returns the schema of keys of fault types (metadata JOB_TASK). */
export const faultKinds = () => uniqueList(requiredText(50), 20);

/** Returns the schema of one or some values to filter by: `3` is `[3]`. Absent or empty means no filter. */
export const oneOrMore = <T extends z.ZodType>(item: T, max = 200) =>
  z.preprocess(
    // The project's own callers always write the list.
    (value: z.input<T>[]): unknown => (value === undefined || typeof value === 'object' ? value : [value]),
    z.array(item).max(max, code('too_many_items')),
  );

export const ids = (max = 200) => oneOrMore(id(), max);

/** Returns the schema of one or some values of a closed list, to filter by. */
export const oneOrMoreOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  oneOrMore(oneOf(values), values.length);

export const page = () => z.int().min(1, code('too_small')).max(1_000_000, code('too_big')).default(1);
export const pageSize = (fallback = 50) =>
  z.int().min(1, code('too_small')).max(200, code('too_big')).default(fallback);

/** Returns the schema of the sort order of a list: `field` ascending, `-field` descending. */
export const sortBy = <const T extends readonly [string, ...string[]]>(fields: T) => {
  const all = fields.flatMap((f) => [f, `-${f}`]) as [T[number] | `-${T[number]}`, ...(T[number] | `-${T[number]}`)[]];
  return z.enum(all, { error: () => code('invalid') });
};

/** Count of a list's rows. After the counting limit, a flag shows that there are more (decision 121). */
export const totals = { total_items: z.int(), total_is_least: z.literal(true).optional() };

/** Returns the schema of a page of a list (domain §8). */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({ results: z.array(row), total_pages: z.int(), ...totals });

/** Returns the schema of an instant that a person types: ISO-8601 with its offset. */
export const time = () =>
  z.iso
    .datetime({ offset: true, error: () => 'not_a_time', abort: true })
    .refine((s) => s >= '2000' && s < '2101', code('not_a_time'));

/** Returns the schema of an instant, ISO-8601 UTC. The format marks it for SQL that writes the response itself (decision 139). */
export const instant = () => z.string().meta({ format: 'date-time' });

/** Returns the schema for the meaning of the days in a report's period (decisions 057 and 151). */
export const countedBy = () => oneOf(COUNTED_BY).default('job_date');

/**
 * Reads a task id from a text such as `#990155` or `990155`. Null if the text is different, has leading zeros, or is above the largest id.
 */
export function readTaskNumber(text: string): number | null {
  const [, digits] = /^#?\s*([1-9]\d*)$/.exec(text.trim()) ?? [];
  return taskId().safeParse(Number(digits)).data ?? null;
}

/** Mark of a field whose value is not stored, also in the API description. */
const MARK = 'x-secret-once';

/** Marks a secret that only the response to its request contains. The copy stored for a repeated request omits it (decision 007). */
export const secretOnce = <T extends z.ZodType>(schema: T) =>
  schema.meta({
    [MARK]: true,
    description: 'Secret, returned only once and not stored. A repeated call returns null.',
  });

/** Returns the schema of a secret that its request creates. A repeated request returns null, and the caller must create another secret. */
export const shownOnce = () => secretOnce(z.string().nullable());

/** Returns a response as it is stored: without its secrets. */
export function removeSecrets(schema: z.ZodType, answer: unknown): unknown {
  if (answer === null || answer === undefined) return answer;
  if (schema.meta()?.[MARK] === true) return null;
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return removeSecrets(schema.unwrap() as z.ZodType, answer);
  if (schema instanceof z.ZodArray && Array.isArray(answer))
    return answer.map((item) => removeSecrets(schema.element as z.ZodType, item));
  if (!(schema instanceof z.ZodObject)) return answer;
  const shape = schema.shape as Record<string, z.ZodType>;
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, shape[name] ? removeSecrets(shape[name], value) : value]),
  );
}

export const EXPORT_FORMATS = ['xlsx', 'pdf'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Languages of headings and statuses in files: those of the screens. */
export const EXPORT_LANGUAGES = ['vi', 'en'] as const;
export type ExportLanguage = (typeof EXPORT_LANGUAGES)[number];

/** Largest number of rows in a PDF, because no one reads more on paper. Excel has no limit. */
export const MAX_PDF_ROWS = 5000;

export const EXPORT_TYPES: Record<ExportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

/** Returns the input of an export: the list's own filter and order. The file has all pages of the list. */
export const exportInput = <F extends z.ZodRawShape>(filter: F) =>
  body({ format: oneOf(EXPORT_FORMATS), language: oneOf(EXPORT_LANGUAGES), filter: body(filter) });

/** Returns the schema of the row ids in a file, for lists that the screen filters and sorts itself. Absent means all rows. */
export const exportedRows = () => ids(1000).optional();

/** Ids of the selected rows, for lists with selection. */
export const selectedRows = { only: exportedRows() };

export const EXPORT_ERRORS = ['too_many_rows', 'exports_busy'] as const;
