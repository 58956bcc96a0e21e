import type { Endpoint } from '@darkroom/contract/endpoint';
import { FIELD_ERRORS, type FieldError } from '@darkroom/contract/errors';
import type { Day } from '@darkroom/domain/calendar/day';
import type { Subject } from '@darkroom/domain/permission/access';
import type { z } from 'zod';
import { fail } from '../response/fail.ts';

type FieldRefusal = Omit<FieldError, 'message'>;

/** Names of unknown fields are text from the caller. */
const MAX_FIELD_NAME = 200;

/** Caller and time of a request, for schemas that need them. */
export interface InputCaller {
  readonly subject: Subject;
  readonly today: Day;
}

type InputRules = Pick<Endpoint, 'input' | 'inputFor'>;
type Fields = Record<string, unknown>;

/** Checks a request's input: the given fields and the path's `{id}` parts. Refuses all bad fields at once. */
export function validateInput(rules: InputRules, body: unknown, pathParams: Fields, caller: InputCaller): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw fail('malformed');
  const schema = rules.inputFor?.(caller.subject, caller.today) ?? rules.input;
  const result = schema.safeParse({ ...body, ...pathParams });
  if (result.success) return result.data;
  throw fail('validation', { errors: dropDependentIssues(result.error.issues).flatMap(fieldErrors) });
}

/** Returns the `{id}` parts of a path, as fields. */
export function pathFields(params: unknown): Fields {
  return Object.fromEntries(
    Object.entries((params ?? {}) as Record<string, string>).map(([name, value]) => [
      name,
      /^\d{1,15}$/.test(value) ? Number(value) : value,
    ]),
  );
}

/** Reduces the issues of a field with a wrong type to that issue: a text is not also a list that is too long. */
function dropDependentIssues(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const at = ({ path }: z.core.$ZodIssue) => path.map(String).join('.');
  const invalidPaths = new Set(issues.filter(({ code }) => code === 'invalid_type').map(at));
  return issues.filter((issue) => issue.code === 'invalid_type' || !invalidPaths.has(at(issue)));
}

function fieldErrors(issue: z.core.$ZodIssue): FieldRefusal[] {
  const at = (...more: PropertyKey[]) => [...issue.path, ...more].map(String).join('.').slice(0, MAX_FIELD_NAME);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ field: at(key).toWellFormed(), code: 'unknown_field' }));
  }
  const code = getFieldCode(issue);
  return [{ field: at().toWellFormed(), code, ...(code === 'too_long' && { limit: getLimit(issue) }) }];
}

const getLimit = (issue: z.core.$ZodIssue): number =>
  Number(issue.code === 'too_big' ? issue.maximum : issue.code === 'custom' && issue.params?.limit);

// The contract's schemas have codes. The messages of zod itself are translated to codes.
function getFieldCode(issue: z.core.$ZodIssue): string {
  if ((FIELD_ERRORS as readonly string[]).includes(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined && issue.message.endsWith('received undefined') ? 'required' : 'invalid';
    case 'too_small':
      return 'too_small';
    case 'too_big':
      return issue.origin === 'array' ? 'too_many_items' : issue.origin === 'string' ? 'too_long' : 'too_big';
    default:
      return 'invalid';
  }
}
