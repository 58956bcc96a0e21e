import type { FieldError, Problem } from '@darkroom/contract/errors';
import type { FormInstance } from 'antd';
import type { ReactNode } from 'react';
import { ApiError } from '../call/api.ts';
import { ExistsAlready, listOf } from './exists-already.tsx';
import { Missing } from './missing.tsx';
import type { Words } from '../words/i18n.ts';

type NamePath = (string | number)[];

/** `jobs.3.job_name` → ['jobs', 3, 'job_name'], the form that antd uses for nested fields. */
export const namePath = (field: string): NamePath =>
  field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/** A rejected field in the user's language. A code without translation shows the server's text. */
export const fieldMessage = (error: FieldError, t: Words<'errors'>): string =>
  t(`errors:field.${error.code}`, {
    limit: error.limit,
    defaultValue: t(`errors:${error.code}`, { defaultValue: error.message }),
  });

/** A job whose customer cannot change because of its requests, with their number. */
export function requestsInTheWay({ code, current }: Problem, t: Words<'errors'>): string | null {
  const told = code === 'job_requested' && typeof current === 'object' && current !== null && 'count' in current;
  return told ? t('errors:job_requested_of', { count: Number(current.count) }) : null;
}

interface Refused {
  /** Its path in the form. */
  name: NamePath;
  /** The value of the field. */
  written: unknown;
}

// `group_name_exists` says more than `exists`. An error that is only about this field can name the record.
function refusalMessage(item: FieldError, problem: Problem, { name, written }: Refused, t: Words<'errors'>): ReactNode {
  const { code, detail } = problem;
  // The same words as the form's own rule (app/form-messages).
  if (item.code === 'required') return <Missing />;
  if (item.code === 'exists' || item.code.endsWith('_exists')) {
    const value = nameIn(written, item.field);
    const own = code.endsWith('_exists') && t(`errors:${code}`);
    if (value === null) return own || fieldMessage(item, t);
    // A full sentence ends with a full stop. The name follows it.
    const message = own
      ? t('errors:exists_as', { message: own.replace(/\.$/, ''), value })
      : t('errors:exists_named', { value });
    const list = listOf(name[0]);
    return list ? <ExistsAlready message={message} list={list} value={value} /> : message;
  }
  const message = requestsInTheWay(problem, t) ?? fieldMessage(item, t);
  return detail && item.code === code ? `${message} ${detail}` : message;
}

/** The name in a field's value: a text, a new choice, or one of several. */
function nameIn(written: unknown, field: string): string | null {
  if (typeof written === 'string') return written.trim() || null;
  if (Array.isArray(written)) return nameIn(written[Number(/\d+$/.exec(field)?.[0] ?? 0)], '');
  if (typeof written === 'object' && written !== null && 'name' in written) return nameIn(written.name, '');
  return null;
}

/**
 * Connects a rejected call with a form: shows each field's reason under it and focuses the first. Returns the rest for the toast, or null
 * if there is none.
 */
export function showOnFields(form: FormInstance, error: ApiError, t: Words<'errors'>): ApiError | null {
  const { problem, status } = error;
  const shown = form.getFieldsError().map((field) => field.name);
  const placed = (problem.errors ?? []).map((item) => {
    const wanted = namePath(item.field);
    const name =
      shown.find((candidate) => samePath(candidate, wanted)) ??
      shown.find((candidate) => endsWith(wanted, candidate)) ??
      shown.find((candidate) => samePath(candidate, wanted.slice(0, candidate.length)));
    return { item, name };
  });
  const refused = placed.flatMap(({ item, name }) => {
    if (!name) return [];
    const field = { name, written: form.getFieldValue(name) };
    // Ant Design renders any node as a message, but its types accept only text.
    return [{ name, errors: [refusalMessage(item, problem, field, t) as string] }];
  });
  const first = shown.find((name) => refused.some((item) => item.name === name));
  if (!first) return error;
  form.setFields(refused);
  form.scrollToField(first, { block: 'nearest', focus: true });
  const unsaid = placed.flatMap(({ item, name }) => (name ? [] : [item]));
  // An error that is not about single fields is shown completely under the first field.
  return unsaid.length > 0 && status === 422 ? new ApiError(status, { ...problem, errors: unsaid }) : null;
}

const samePath = (a: NamePath, b: NamePath): boolean =>
  a.length === b.length && a.every((part, index) => String(part) === String(b[index]));

// A form for one job sends a call for many: `jobs.0.job_name` is its field `job_name`.
const endsWith = (path: NamePath, tail: NamePath): boolean =>
  tail.length < path.length && samePath(path.slice(path.length - tail.length), tail);
