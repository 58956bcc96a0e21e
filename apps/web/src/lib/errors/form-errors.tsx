import type { FieldError, Problem } from '@darkroom/contract/errors';
import type { FormInstance } from 'antd';
import type { ReactNode } from 'react';
import { ApiError } from '../call/api.ts';
import { ExistsAlready, listOf } from './exists-already.tsx';
import { Missing } from './missing.tsx';
import type { Words } from '../words/i18n.ts';

type NamePath = (string | number)[];

/** `jobs.3.job_name` → ['jobs', 3, 'job_name'], as antd names nested fields. */
export const namePath = (field: string): NamePath =>
  field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/** A refused field in the person's language; a code we have no words for is said as the server said it. */
export const fieldMessage = (error: FieldError, t: Words<'errors'>): string =>
  t(`errors:field.${error.code}`, {
    limit: error.limit,
    defaultValue: t(`errors:${error.code}`, { defaultValue: error.message }),
  });

/** A job that requests keep with their customer, with how many they are. */
export function requestsInTheWay({ code, current }: Problem, t: Words<'errors'>): string | null {
  const told = code === 'job_requested' && typeof current === 'object' && current !== null && 'count' in current;
  return told ? t('errors:job_requested_of', { count: Number(current.count) }) : null;
}

interface Refused {
  /** Its path in the form. */
  name: NamePath;
  /** What stands in the field. */
  written: unknown;
}

// `group_name_exists` says more than `exists`; and a refusal that is all about this field may name what it is about.
function refusalMessage(item: FieldError, problem: Problem, { name, written }: Refused, t: Words<'errors'>): ReactNode {
  const { code, detail } = problem;
  // The words a form's own rule would have said (app/form-messages).
  if (item.code === 'required') return <Missing />;
  if (item.code === 'exists' || item.code.endsWith('_exists')) {
    const value = nameIn(written, item.field);
    const own = code.endsWith('_exists') && t(`errors:${code}`);
    if (value === null) return own || fieldMessage(item, t);
    // A sentence of its own ends with a full stop; the name goes on with it.
    const message = own
      ? t('errors:exists_as', { message: own.replace(/\.$/, ''), value })
      : t('errors:exists_named', { value });
    const list = listOf(name[0]);
    return list ? <ExistsAlready message={message} list={list} value={value} /> : message;
  }
  const message = requestsInTheWay(problem, t) ?? fieldMessage(item, t);
  return detail && item.code === code ? `${message} ${detail}` : message;
}

/** What was written, where it is a name: a text, a choice's new name, or one of several. */
function nameIn(written: unknown, field: string): string | null {
  if (typeof written === 'string') return written.trim() || null;
  if (Array.isArray(written)) return nameIn(written[Number(/\d+$/.exec(field)?.[0] ?? 0)], '');
  if (typeof written === 'object' && written !== null && 'name' in written) return nameIn(written.name, '');
  return null;
}

/**
 * The one bridge from a refused call to a form: puts every refused field's reason under it and moves the focus to the first. Answers with
 * what no field on the screen says, for the toast; null where nothing is left to say.
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
    // Ant Design draws what a message is made of; its types know of texts only.
    return [{ name, errors: [refusalMessage(item, problem, field, t) as string] }];
  });
  const first = shown.find((name) => refused.some((item) => item.name === name));
  if (!first) return error;
  form.setFields(refused);
  form.scrollToField(first, { block: 'nearest', focus: true });
  const unsaid = placed.flatMap(({ item, name }) => (name ? [] : [item]));
  // Any other refusal than of single fields is said whole under the first of them.
  return unsaid.length > 0 && status === 422 ? new ApiError(status, { ...problem, errors: unsaid }) : null;
}

const samePath = (a: NamePath, b: NamePath): boolean =>
  a.length === b.length && a.every((part, index) => String(part) === String(b[index]));

// A form for one job fills a call that takes many: `jobs.0.job_name` is its field `job_name`.
const endsWith = (path: NamePath, tail: NamePath): boolean =>
  tail.length < path.length && samePath(path.slice(path.length - tail.length), tail);
