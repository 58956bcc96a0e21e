import { setImmediate } from 'node:timers/promises';
import { needsPerson, type Endpoint } from '@darkroom/contract/endpoint';
import { allEndpoints } from '@darkroom/contract/endpoints';
import { ERRORS, FIELD_ERRORS, type ErrorCode } from '@darkroom/contract/errors';
import { EXPORT_TYPES } from '@darkroom/contract/fields';
import type { Access } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { describeRecords } from './field-descriptions.ts';
import { getErrorTitle } from './problem.ts';

type Json = Record<string, unknown>;

describeRecords();

/** Codes that every call can answer without a declaration. */
const COMMON_ERRORS: readonly ErrorCode[] = ['malformed', 'too_many', 'internal', 'unavailable'];

const problemSchema: Json = {
  type: 'object',
  description: 'RFC 9457 problem. `code` is the key a client translates; `current` is the row a stale caller missed.',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: {
      type: 'string',
      description:
        'What is known of this refusal: a reason, names, or the sentences of its fields; else the title again',
    },
    code: { enum: Object.keys(ERRORS) },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'code', 'message'],
        properties: {
          field: { type: 'string', description: 'A path, such as `jobs.3.job_details.0.quantity`' },
          code: { type: 'string', examples: [...FIELD_ERRORS] },
          message: { type: 'string' },
          limit: { type: 'integer', description: 'Of `too_long`: as many characters as there may be' },
        },
      },
    },
    current: {},
    request_id: { type: 'string' },
    retry_after: { type: 'integer', description: 'Seconds to wait, as in the Retry-After header' },
  },
};

/** A schema of the contract in JSON Schema 2020-12, as OpenAPI 3.1 uses it. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    // The largest safe integer of JavaScript is not a limit of the API.
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  }) as Json;
  return rest;
}

/** The description of the header. The guide is docs/api.md. */
const BEARER =
  'The `access_token` of a sign-in, which ends with its session, or an API token (`drk_…`) that a member of staff made on their account page, which lasts as long as they said.';

/** An access rule in words. */
export function describeAccess(access: Access): string {
  switch (access.kind) {
    case 'public':
      return 'everyone, signed in or not';
    case 'session':
      return 'any signed-in account';
    case 'staff':
      return 'any signed-in staff account';
    case 'any':
      return access.codes.length > 1 ? `any one of ${access.codes.join(', ')}` : access.codes[0];
    case 'all':
      return `all of ${access.codes.join(', ')}`;
    case 'superuser':
      return 'superusers only';
    default: {
      const never: never = access;
      return never;
    }
  }
}

/** All codes that a call can answer: its own, and those of its gates and its kind. */
export function getErrors(endpoint: Endpoint): ErrorCode[] {
  const gateErrors: ErrorCode[] = endpoint.access.kind === 'public' ? [] : ['session_required', 'forbidden'];
  if (gateErrors.length > 0 && !endpoint.beforePasswordChange) gateErrors.push('password_change_required');
  if (gateErrors.length > 0 && needsPerson(endpoint)) gateErrors.push('person_required');
  else if (gateErrors.length > 0 && endpoint.kind === 'write') gateErrors.push('read_only_token');
  if (endpoint.method === 'POST') gateErrors.push('too_large', 'unsupported_media_type');
  if (endpoint.lock && endpoint.kind === 'write') gateErrors.push('locked');
  if (endpoint.kind === 'write') gateErrors.push('held', 'disk_full');
  if (endpoint.kind === 'write' && endpoint.access.kind !== 'public') gateErrors.push('idempotency_mismatch');
  const all = new Set<ErrorCode>([...gateErrors, 'validation', ...endpoint.errors, ...COMMON_ERRORS]);
  return [...all].sort((a, b) => ERRORS[a] - ERRORS[b]);
}

// Moves the definitions of a recursive schema to the shared place of the document, under unique names.
function moveDefinitions(schema: Json, prefix: string, definitions: Json): Json {
  const { $defs, ...rest } = schema as Json & { $defs?: Json };
  const rewriteRefs = (part: unknown): Json =>
    JSON.parse(JSON.stringify(part).replaceAll('"#/$defs/', `"#/components/schemas/${prefix}.`)) as Json;
  for (const [name, part] of Object.entries($defs ?? {})) definitions[`${prefix}.${name}`] = rewriteRefs(part);
  return rewriteRefs(rest);
}

const fileAnswer: Json = {
  description: 'A file',
  headers: { 'x-total-rows': { schema: { type: 'integer' }, description: 'How many rows of the list the file holds' } },
  content: Object.fromEntries(Object.values(EXPORT_TYPES).map((type) => [type, {}])),
};

const jsonAnswer = (endpoint: Endpoint, definitions: Json): Json => ({
  description: 'Done',
  content: {
    'application/json': {
      schema: moveDefinitions(toJsonSchema(endpoint.output, 'output'), `${endpoint.name}.answer`, definitions),
    },
  },
});

/** True for reads of signed-in callers: their answers have ETags (decision 142). */
const hasEtag = ({ kind, access }: Endpoint): boolean => kind === 'read' && access.kind !== 'public';

function makeResponses(endpoint: Endpoint, definitions: Json): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of getErrors(endpoint)) {
    const status = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const refusals = [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes.map((code) => `\`${code}\`: ${getErrorTitle(code)}`).join('\n\n'),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ]);
  const success = endpoint.kind === 'download' ? fileAnswer : jsonAnswer(endpoint, definitions);
  const unchanged = hasEtag(endpoint) ? { '304': { $ref: '#/components/responses/Unchanged' } } : {};
  return { '200': success, ...unchanged, ...Object.fromEntries(refusals) };
}

function makeParameters(endpoint: Endpoint): Json[] {
  const path = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'integer' },
  }));
  const background = { $ref: '#/components/parameters/Background' };
  const key = { $ref: '#/components/parameters/IdempotencyKey' };
  if (endpoint.access.kind === 'public') return path;
  if (endpoint.kind === 'write') return [...path, key, background];
  return hasEtag(endpoint) ? [...path, background, { $ref: '#/components/parameters/Known' }] : [...path, background];
}

function makeOperation(endpoint: Endpoint, definitions: Json): Json {
  const { access, lock } = endpoint;
  const input = moveDefinitions(toJsonSchema(endpoint.input, 'input'), `${endpoint.name}.input`, definitions);
  const facts = [
    `Needs: ${describeAccess(access)}.`,
    ...(needsPerson(endpoint) && access.kind !== 'public' ? ['Not by an API token: it needs a person.'] : []),
    ...(lock ? [`Stopped by the lock of screen \`${lock}\`.`] : []),
    ...(endpoint.limit
      ? [`At most ${endpoint.limit.max} in ${endpoint.limit.seconds} s per ${endpoint.limit.per}.`]
      : []),
  ];
  return {
    operationId: endpoint.name,
    tags: [endpoint.name.split('.')[0]],
    summary: endpoint.summary,
    description: facts.join(' '),
    'x-access': access,
    ...(lock ? { 'x-lock-screen': lock } : {}),
    ...(endpoint.topics ? { 'x-topics': endpoint.topics } : {}),
    ...(access.kind === 'public' ? { security: [] } : {}),
    parameters: makeParameters(endpoint),
    ...(endpoint.method === 'POST'
      ? {
          requestBody: { required: true, content: { 'application/json': { schema: input } } },
        }
      : {}),
    responses: makeResponses(endpoint, definitions),
  };
}

/**
 * The whole API as OpenAPI 3.1, from the table that the server runs on. It is built call by call, so that no request waits for all of it.
 */
export async function buildOpenApi(): Promise<Json> {
  const paths: Record<string, Json> = {};
  const schemas: Json = { Problem: problemSchema };
  for (const endpoint of allEndpoints) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: makeOperation(endpoint, schemas),
    };
    await setImmediate();
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Darkroom', version: '1', description: 'Work management of a photo-editing bureau.' },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: BEARER } },
      schemas,
      responses: {
        Unchanged: { description: 'The answer is still the one whose tag was brought; nothing is sent again.' },
      },
      parameters: {
        Known: {
          name: 'If-None-Match',
          in: 'header',
          description: 'The ETag of the answer one has. Answers have one where this header or X-Background is sent.',
          schema: { type: 'string' },
        },
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description: 'A call repeated with the same key within 24 hours gets the first answer and does nothing.',
          schema: { type: 'string', minLength: 1, maxLength: 100 },
        },
        Background: {
          name: 'X-Background',
          in: 'header',
          description: 'A request the page makes by itself: it does not keep an idle session alive.',
          schema: { const: '1' },
        },
      },
    },
  };
}
