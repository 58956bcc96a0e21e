import { isCalendarDay, isDay } from '@darkroom/domain/calendar/day';
import { COUNTED_BY } from '@darkroom/domain/price/period';
import { completeLink, isWebLink } from '@darkroom/domain/text/link';
import { usernameError } from '@darkroom/domain/text/username';
import { z } from 'zod';
import type { FieldErrorCode } from './errors.ts';

/** A field error's code as a zod message: the web translates it, the server puts the English sentence beside it. */
const code = (c: FieldErrorCode) => c;

/**
 * `when` of a rule about several fields: it is asked once these are good, even while others are bad, so that every bad field
 * is told at once (domain §8). A field within another is `filter.date_to`.
 */
export const onceGood =
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

/** A period's last day is not before its first: `body(…).refine(...inOrder)`. */
export const inOrder = [
  ({ date_from, date_to }: Period): boolean => date_from <= date_to,
  { path: ['date_to'], error: 'ends_before', when: onceGood('date_from', 'date_to') },
] satisfies Rule<Period>;

/** The same of a file's filter. */
export const filterInOrder = [
  ({ filter: { date_from, date_to } }: { filter: Period }): boolean => date_from <= date_to,
  { path: ['filter', 'date_to'], error: 'ends_before', when: onceGood('filter.date_from', 'filter.date_to') },
] satisfies Rule<{ filter: Period }>;

/** A request body: unknown keys are refused (domain §8). */
export const body = <S extends z.ZodRawShape>(shape: S) => z.strictObject(shape);

/** Control characters but tab and newline, and lone surrogates: no screen can show them and no database store them. */
// eslint-disable-next-line no-control-regex
const UNSTORABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/**
 * Bidirectional control marks: with them a text reads differently from what was written. Controls of old terminals and code points that are
 * no characters: they show as empty boxes. No text keeps them.
 */
const NEVER_KEPT = /[\u202a-\u202e\u2066-\u2069\u0080-\u009f\p{Noncharacter_Code_Point}]/gu;
/**
 * Invisible characters: in a line one makes a name look like another one, or like none. Joiners stay: letters of some scripts
 * need them.
 */
const UNSEEN = /[\u200b\u2060\ufeff\u00ad]/g;
/** Spaces of every kind, and line breaks: in a line each run of them is one space, or two names would read alike. */
const SPACES = /\s+/g;

/** Something one can see: U+2800 is a Braille pattern without a dot. */
const VISIBLE = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Text of any length and number of lines, as it is stored: every text people write passes here. */
const kept = (max: number, clean: (text: string) => string, refused = UNSTORABLE) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? code('required') : code('invalid')) })
    .refine((s) => s.isWellFormed() && !refused.test(s), { error: code('hostile_text'), abort: true })
    .overwrite((s) => clean(s.normalize('NFC').replace(NEVER_KEPT, '')).trim())
    .max(max, code('too_long'));

/**
 * One line of text as it is kept: trimmed, each run of spaces one space, NFC, without characters that cannot be stored, are invisible or turn its
 * direction, at most `max` characters (100 unless a field says otherwise). Nothing but invisible characters is nothing.
 */
export const text = (max = 100) =>
  kept(max, (s) => (VISIBLE.test(s) ? s.replace(UNSEEN, '').replace(SPACES, ' ') : ''));

/** Text that must be there. */
export const requiredText = (max = 100) => text(max).min(1, code('required'));

/** A line that must be there and leads somewhere: what another text is kept without is refused, since without it this is another one. */
export const exactText = (max = 100) => kept(max, (s) => s, /\p{C}/u).min(1, code('required'));

/**
 * Notes: several lines, up to 2,000 characters unless a field says otherwise, may be empty. Invisible characters stay: pasted text may
 * hold them; nothing but invisible ones is nothing.
 */
export const notes = (max = 2000) => kept(max, (s) => (VISIBLE.test(s) ? s : ''));

/** A link: http or https only; without a scheme it is completed to https. Empty means none. */
export const link = () =>
  text(2000)
    .overwrite(completeLink)
    .max(2000, code('too_long'))
    .refine((s) => s === '' || isWebLink(s), code('not_http'))
    .nullable();

const signsIn = (line: z.ZodString) =>
  line
    .refine((name) => usernameError(name) !== 'invalid_username', code('invalid_username'))
    .refine((name) => usernameError(name) !== 'mixed_alphabets', code('mixed_alphabets'));

/** What somebody is to sign in with: one word of visible characters, in one alphabet. */
export const username = () => signsIn(requiredText());

/** The same, which need not be there. Empty means none. */
export const optionalUsername = () => signsIn(text()).nullable();

/** A record's id. */
export const id = () =>
  z
    .int({ error: (issue) => (issue.input === undefined ? code('required') : code('invalid')) })
    .min(1, code('invalid'))
    .max(2147483647, code('invalid'));

/** An import's name, made by whoever imports, so that the same call again means the same import (decision 084). */
export const importId = () => z.uuid(code('invalid'));

/** A task's id; what is wrong with it has a sentence of its own (spec §8). */
export const taskId = () =>
  z
    .int({ error: code('invalid_task_id') })
    .min(1, code('invalid_task_id'))
    .max(2147483647, code('invalid_task_id'));

/** The version a caller saw (optimistic concurrency). */
export const version = () => id();

/** Tasks, each in the version the caller saw. */
export const seenTasks = () => z.array(body({ task_id: taskId(), version: version() }));

/** A whole number from `min` to `max`. */
export const count = (min = 0, max = 1_000_000) =>
  z
    .number({ error: (issue) => (issue.input === undefined ? code('required') : code('not_a_number')) })
    .refine(Number.isInteger, { error: code('not_a_whole_number'), abort: true })
    .min(min, min === 1 ? code('not_positive') : code('too_small'))
    .max(max, code('too_big'));

/** What hung below a job as it was read (domain/job/below): it is deleted only while that is so. */
export const below = () => count(0, Number.MAX_SAFE_INTEGER);

/** An amount of money from 0 to `max`, in whole thousandths at most. */
export const money = (max: number) =>
  z
    .number({ error: (issue) => (issue.input === undefined ? code('required') : code('not_a_number')) })
    .min(0, code('too_small'))
    .max(max, { error: code('too_big'), abort: true })
    .refine((value) => Number(value.toFixed(3)) === value, { error: code('too_many_decimals') });

/** A Bangkok day, `YYYY-MM-DD`, 2000–2100. */
export const day = () =>
  z
    .string({ error: (issue) => (issue.input === undefined ? code('required') : code('not_a_day')) })
    .refine(isDay, code('not_a_day'));

/** A day in somebody's life, which may well lie before the bureau's: 1900–2100. */
export const lifeDay = () =>
  z
    .string({ error: (issue) => (issue.input === undefined ? code('required') : code('not_a_day')) })
    .refine((s) => isCalendarDay(s) && s >= '1900' && s < '2101', code('not_a_life_day'));

const isEmail = (s: string) => s === '' || /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(s);

/** An e-mail address. */
export const email = () => requiredText().refine(isEmail, code('not_email'));

/** An e-mail address that need not be there. Empty means none. */
export const optionalEmail = () => text().refine(isEmail, code('not_email')).nullable();

/** A telephone number as it is kept: 7 digits at least, a + may stand first. Forms ask the same of `plainPhone`. */
export const PHONE = /^\+?\d{7,}$/;
export const MAX_PHONE = 10;

/**
 * A telephone number without what people part its digits with, and without the invisible characters that are copied along with
 * it; one of Vietnam begins with 0, as it is dialled there.
 */
export const plainPhone = (written: string): string =>
  written.replace(/[\s\p{Cf}.,/()\u2010-\u2015-]/gu, '').replace(/^(?:\+|00)84(?=\d{7})0?/, '0');

/** A telephone number, at most 10 characters (domain §8). */
export const phone = () =>
  kept(MAX_PHONE, plainPhone)
    .min(1, code('required'))
    .refine((s) => s === '' || PHONE.test(s), code('not_phone'));

/** A month, `YYYY-MM`. */
export const month = () =>
  z
    .string({ error: () => code('invalid') })
    .refine((s) => /^\d{4}-\d{2}$/.test(s) && isDay(`${s}-01`), code('invalid'));

/** One of a closed list. */
export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: (issue) => (issue.input === undefined ? code('required') : code('invalid')) });

/** A list in which nothing stands twice. */
export const eachOnce = <T extends z.ZodType<string | number>>(item: T, max: number) =>
  z
    .array(item, { error: (issue) => (issue.input === undefined ? code('required') : code('invalid')) })
    .max(max, code('too_many_items'))
    .refine((list) => new Set(list).size === list.length, code('duplicate'));

/** Keys of kinds of fault (metadata JOB_TASK). */
export const faultKinds = () => eachOnce(requiredText(50), 20);

/** One or some of a kind, to filter by: `3` is `[3]`. Absent or empty means no filter. */
export const some = <T extends z.ZodType>(item: T, max = 200) =>
  z.preprocess(
    // A caller of ours always writes the list.
    (given: z.input<T>[]): unknown => (given === undefined || typeof given === 'object' ? given : [given]),
    z.array(item).max(max, code('too_many_items')),
  );

export const ids = (max = 200) => some(id(), max);

/** One or some of a closed list, to filter by. */
export const someOf = <const T extends readonly [string, ...string[]]>(values: T) => some(oneOf(values), values.length);

export const page = () => z.int().min(1, code('too_small')).max(1_000_000, code('too_big')).default(1);
export const pageSize = (fallback = 50) =>
  z.int().min(1, code('too_small')).max(200, code('too_big')).default(fallback);

/** A sort order of a list: `field` up, `-field` down. */
export const sortBy = <const T extends readonly [string, ...string[]]>(fields: T) => {
  const all = fields.flatMap((f) => [f, `-${f}`]) as [T[number] | `-${T[number]}`, ...(T[number] | `-${T[number]}`)[]];
  return z.enum(all, { error: () => code('invalid') });
};

/** How many a list has; where counting stopped, that there are more (decision 121). */
export const totals = { total_items: z.int(), total_is_least: z.literal(true).optional() };

/** A page of a list (domain §8). */
export const listOf = <T extends z.ZodType>(row: T) =>
  z.object({ results: z.array(row), total_pages: z.int(), ...totals });

/** An instant that a person types: ISO-8601 with its offset. */
export const time = () =>
  z.iso
    .datetime({ offset: true, error: () => 'not_a_time', abort: true })
    .refine((s) => s >= '2000' && s < '2101', code('not_a_time'));

/** An instant, ISO-8601 UTC. Its format says to the server's SQL how it is written, where that writes the answer (decision 139). */
export const instant = () => z.string().meta({ format: 'date-time' });

/** What the days of a report's period are (decisions 057 and 151). */
export const countedBy = () => oneOf(COUNTED_BY).default('job_date');

/**
 * The task a text is the number of, as rows show it (`#990155`) or bare; null where it is none. Rows show no noughts in front, and no
 * number beyond a task's id.
 */
export function taskNumber(text: string): number | null {
  const [, digits] = /^#?\s*([1-9]\d*)$/.exec(text.trim()) ?? [];
  return taskId().safeParse(Number(digits)).data ?? null;
}

/** How a field of an answer says so, here and in the API's description. */
const MARK = 'x-told-once';

/** A secret that is in the answer of its call and nowhere else: what is kept for a repeated call has it not (decision 007). */
export const notKept = <T extends z.ZodType>(schema: T) =>
  schema.meta({ [MARK]: true, description: 'A secret, told once: kept nowhere, and so null to who repeats the call.' });

/** A secret that its call makes. Who repeats the call is answered null, and has to make another one. */
export const shownOnce = () => notKept(z.string().nullable());

/** An answer as it may be kept: without what is told once. */
export function withoutShownOnce(schema: z.ZodType, answer: unknown): unknown {
  if (answer === null || answer === undefined) return answer;
  if (schema.meta()?.[MARK] === true) return null;
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return withoutShownOnce(schema.unwrap() as z.ZodType, answer);
  if (schema instanceof z.ZodArray && Array.isArray(answer))
    return answer.map((one) => withoutShownOnce(schema.element as z.ZodType, one));
  if (!(schema instanceof z.ZodObject)) return answer;
  const shape = schema.shape as Record<string, z.ZodType>;
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, shape[name] ? withoutShownOnce(shape[name], value) : value]),
  );
}

/** The file formats a list can be exported to. */
export const EXPORT_FORMATS = ['xlsx', 'pdf'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The languages headings and statuses are written in: those of the screens. */
export const EXPORT_LANGUAGES = ['vi', 'en'] as const;
export type ExportLanguage = (typeof EXPORT_LANGUAGES)[number];

/** The most rows of a PDF: nobody reads more on paper. Excel takes any number. */
export const PDF_MAX_ROWS = 5000;

/** The media types of the formats. */
export const EXPORT_TYPES: Record<ExportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

/** What an export is asked for: the list's own filter and order, so that the file holds what the list shows, all pages of it. */
export const exportOf = <F extends z.ZodRawShape>(filter: F) =>
  body({ format: oneOf(EXPORT_FORMATS), language: oneOf(EXPORT_LANGUAGES), filter: body(filter) });

/** A list that the screen itself narrows and puts in order says which rows it shows; all of them when it says nothing. */
export const exportedRows = () => ids(1000).optional();

/** Of a list whose rows can be selected: the ids of those that were, and no others. */
export const onlySelected = { only: exportedRows() };

/** What every export may answer beside its file. */
export const EXPORT_ERRORS = ['too_many_rows', 'exports_busy'] as const;
