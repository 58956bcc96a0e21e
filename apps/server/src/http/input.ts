import type { Endpoint } from '@darkroom/contract/endpoint';
import { FIELD_ERRORS, type FieldError } from '@darkroom/contract/errors';
import { dayOf } from '@darkroom/domain/calendar/day';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { SessionActor } from './context.ts';
import { fail } from './answer/fail.ts';

type FieldRefusal = Omit<FieldError, 'message'>;

/** More than the largest honest call could get wrong; a hostile one must not be answered with megabytes. */
const MOST_ERRORS = 10_000;
/** Names of unknown fields are caller-controlled text. */
const LONGEST_NAME = 200;

/** A call's input: the body, or the query of a GET, with the path's `{id}` parts as fields. Refuses all bad fields at once. */
export function readInput(
  endpoint: Endpoint,
  request: FastifyRequest,
  by: { actor: SessionActor; now: string },
): unknown {
  const body = request.body === undefined ? {} : request.body;
  const given = endpoint.method === 'GET' ? request.query : body;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw fail('malformed');
  const schema = endpoint.inputFor?.(by.actor, dayOf(by.now)) ?? endpoint.input;
  const result = schema.safeParse({ ...given, ...pathFields(request.params) });
  if (result.success) return result.data;
  throw fail('validation', { errors: result.error.issues.flatMap(fieldErrors).slice(0, MOST_ERRORS) });
}

function pathFields(params: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries((params ?? {}) as Record<string, string>).map(([name, value]) => [
      name,
      /^\d{1,15}$/.test(value) ? Number(value) : value,
    ]),
  );
}

function fieldErrors(issue: z.core.$ZodIssue): FieldRefusal[] {
  const at = (...more: PropertyKey[]) => [...issue.path, ...more].map(String).join('.').slice(0, LONGEST_NAME);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ field: at(key).toWellFormed(), code: 'unknown_field' }));
  }
  return [{ field: at().toWellFormed(), code: codeOf(issue) }];
}

// The contract's own schemas speak in codes; what zod says by itself is translated.
function codeOf(issue: z.core.$ZodIssue): string {
  if (Object.hasOwn(FIELD_ERRORS, issue.message)) return issue.message;
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
