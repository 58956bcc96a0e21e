import type { FieldError, Problem } from '@darkroom/contract/errors';
import type { FormInstance } from 'antd';
import type { ReactNode } from 'react';
import { ApiError } from '../api/api.ts';
import { ExistsAlready, findListOfField } from './exists-already.tsx';
import { RequiredMessage } from './required-message.tsx';
import type { Translate } from '../i18n/i18n.ts';

type NamePath = (string | number)[];

/** Converts `jobs.3.job_name` to ['jobs', 3, 'job_name'], the form that antd uses for nested fields. */
export const toNamePath = (field: string): NamePath =>
  field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/** Returns the message of a rejected field in the user's language. A code without translation shows the server's text. */
export const getFieldMessage = (error: FieldError, t: Translate<'errors'>): string =>
  t(`errors:field.${error.code}`, {
    limit: error.limit,
    defaultValue: t(`errors:${error.code}`, { defaultValue: error.message }),
  });

/** Returns the message for a job whose customer cannot change because of its requests, with their number. */
export function formatBlockingRequests({ code, current }: Problem, t: Translate<'errors'>): string | null {
  const isBlocked =
    code === 'job_linked_to_request' && typeof current === 'object' && current !== null && 'count' in current;
  return isBlocked ? t('errors:jobLinkedToRequestOf', { count: Number(current.count) }) : null;
}

interface RejectedField {
  /** Path of the field in the form. */
  name: NamePath;
  fieldValue: unknown;
}

// `group_name_exists` is more specific than `exists`. An error that is only about this field can name the record.
function getRejectionMessage(
  item: FieldError,
  problem: Problem,
  { name, fieldValue }: RejectedField,
  t: Translate<'errors'>,
): ReactNode {
  const { code, detail } = problem;
  // The text equals that of the form's own rule (app/form-messages).
  if (item.code === 'required') return <RequiredMessage />;
  if (item.code === 'exists' || item.code.endsWith('_exists')) {
    const value = extractName(fieldValue, item.field);
    const codeMessage = code.endsWith('_exists') && t(`errors:${code}`);
    if (value === null) return codeMessage || getFieldMessage(item, t);
    // A full sentence ends with a full stop. The name follows it.
    const message = codeMessage
      ? t('errors:existsAs', { message: codeMessage.replace(/\.$/, ''), value })
      : t('errors:existsNamed', { value });
    const list = findListOfField(name[0]);
    return list ? <ExistsAlready message={message} list={list} value={value} /> : message;
  }
  const message = formatBlockingRequests(problem, t) ?? getFieldMessage(item, t);
  return detail && item.code === code ? `${message} ${detail}` : message;
}

/** Extracts the name from a field's value: a text, a new choice, or one of several. */
function extractName(fieldValue: unknown, field: string): string | null {
  if (typeof fieldValue === 'string') return fieldValue.trim() || null;
  if (Array.isArray(fieldValue)) return extractName(fieldValue[Number(/\d+$/.exec(field)?.[0] ?? 0)], '');
  if (typeof fieldValue === 'object' && fieldValue !== null && 'name' in fieldValue)
    return extractName(fieldValue.name, '');
  return null;
}

/**
 * Connects a rejected request with a form: shows each field's reason under it and focuses the first field. Returns the rest for the toast,
 * or null if there is none.
 */
export function showFieldErrors(form: FormInstance, error: ApiError, t: Translate<'errors'>): ApiError | null {
  const { problem, status } = error;
  const visibleFields = form.getFieldsError().map((field) => field.name);
  const matchedErrors = (problem.errors ?? []).map((item) => {
    const wantedPath = toNamePath(item.field);
    const name =
      visibleFields.find((candidate) => isSamePath(candidate, wantedPath)) ??
      visibleFields.find((candidate) => endsWith(wantedPath, candidate)) ??
      visibleFields.find((candidate) => isSamePath(candidate, wantedPath.slice(0, candidate.length)));
    return { item, name };
  });
  const rejectedFields = matchedErrors.flatMap(({ item, name }) => {
    if (!name) return [];
    const field = { name, fieldValue: form.getFieldValue(name) };
    // Ant Design renders any node as a message, but its types accept only text.
    return [{ name, errors: [getRejectionMessage(item, problem, field, t) as string] }];
  });
  const first = visibleFields.find((name) => rejectedFields.some((item) => item.name === name));
  if (!first) return error;
  form.setFields(rejectedFields);
  form.scrollToField(first, { block: 'nearest', focus: true });
  const remainingErrors = matchedErrors.flatMap(({ item, name }) => (name ? [] : [item]));
  // An error that is not about single fields is shown completely under the first field.
  return remainingErrors.length > 0 && status === 422
    ? new ApiError(status, { ...problem, errors: remainingErrors })
    : null;
}

const isSamePath = (a: NamePath, b: NamePath): boolean =>
  a.length === b.length && a.every((part, index) => String(part) === String(b[index]));

// A form for one job uses an endpoint for many: `jobs.0.job_name` is its field `job_name`.
const endsWith = (path: NamePath, tail: NamePath): boolean =>
  tail.length < path.length && isSamePath(path.slice(path.length - tail.length), tail);
