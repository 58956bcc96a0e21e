import { setImmediate } from 'node:timers/promises';
import { needsPerson, type Endpoint } from '@darkroom/contract/endpoint';
import { allEndpoints } from '@darkroom/contract/endpoints';
import { ERRORS, FIELD_ERRORS, type ErrorCode } from '@darkroom/contract/errors';
import { EXPORT_TYPES } from '@darkroom/contract/fields';
import { BY_TASK } from '@darkroom/domain/lock/screens';
import type { Access } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { describeProperties, describeRecords } from './field-descriptions.ts';
import { getErrorTitle } from './problem.ts';

type Json = Record<string, unknown>;

describeRecords();

/** Codes that every endpoint can return without a declaration. */
const COMMON_ERRORS: readonly ErrorCode[] = ['malformed', 'too_many_attempts', 'internal', 'unavailable'];

const problemSchema: Json = {
  type: 'object',
  description: 'RFC 9457 problem. `code` is the key for translations.',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: { type: 'string', description: 'Address of the code in the API documentation.' },
    title: { type: 'string', description: 'The sentence of the code.' },
    status: { type: 'integer', description: 'HTTP status.' },
    detail: {
      type: 'string',
      description: 'Details of this error: a reason, names or field messages. Otherwise equal to `title`.',
    },
    code: { enum: Object.keys(ERRORS), description: 'Error code.' },
    errors: {
      type: 'array',
      description: 'Fields that are not valid, such as with `validation`.',
      items: {
        type: 'object',
        required: ['field', 'code', 'message'],
        properties: {
          field: { type: 'string', description: 'Path of the field, such as `jobs.3.job_details.0.quantity`.' },
          code: { type: 'string', examples: [...FIELD_ERRORS], description: 'Field error code, or an error code.' },
          message: { type: 'string', description: 'The sentence of the code.' },
          limit: { type: 'integer', description: 'Maximum number of characters, for `too_long`.' },
        },
      },
    },
    current: {
      description: 'The latest version of the record, for `stale`. Some other codes return what blocks the call.',
    },
    request_id: { type: 'string', description: 'Number of the request in the log of the server.' },
    retry_after: { type: 'integer', description: 'Seconds to wait, as in the Retry-After header.' },
  },
};

/** Converts a schema of the contract to JSON Schema 2020-12, as OpenAPI 3.1 uses it. */
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
  describeProperties(rest);
  return rest;
}

/** The description of the header. The guide is docs/api.md. */
const BEARER =
  'The `access_token` of a sign-in (valid for the session), or an API token (`drk_…`) created on the account page (valid until its expiry date).';

const listCodes = (codes: readonly string[]): string => codes.map((code) => `\`${code}\``).join(', ');

/** Describes an access rule in words, with permissions in Markdown. */
export function describeAccess(access: Access): string {
  switch (access.kind) {
    case 'public':
      return 'no sign-in';
    case 'session':
      return 'any signed-in account';
    case 'staff':
      return 'any signed-in staff account';
    case 'any':
      return access.codes.length > 1 ? `any one of ${listCodes(access.codes)}` : listCodes(access.codes);
    case 'all':
      return `all of ${listCodes(access.codes)}`;
    case 'superuser':
      return 'superusers only';
    default: {
      const never: never = access;
      return never;
    }
  }
}

/** The lock of a call in words, with screens in Markdown. */
export const describeLock = (lock: NonNullable<Endpoint['lock']>): string =>
  lock === BY_TASK ? 'the screen `task` (`redo` for a task in rework)' : `the screen \`${lock}\``;

/** All codes that a call can return: its own, and those of its gates and its kind. */
export function getErrors(endpoint: Endpoint): ErrorCode[] {
  const gateErrors: ErrorCode[] = endpoint.access.kind === 'public' ? [] : ['session_required', 'forbidden'];
  if (gateErrors.length > 0 && endpoint.beforeFactor !== 'both') gateErrors.push('second_factor_required');
  if (gateErrors.length > 0 && !endpoint.beforePasswordChange && endpoint.beforeFactor === undefined)
    gateErrors.push('password_change_required');
  if (gateErrors.length > 0 && needsPerson(endpoint)) gateErrors.push('api_token_not_allowed');
  else if (gateErrors.length > 0 && endpoint.kind === 'write') gateErrors.push('read_only_token');
  if (endpoint.method === 'POST') gateErrors.push('too_large', 'unsupported_media_type');
  if (endpoint.lock && endpoint.kind === 'write') gateErrors.push('locked');
  if (endpoint.kind === 'write') gateErrors.push('record_busy', 'disk_full');
  if (endpoint.kind === 'write' && endpoint.access.kind !== 'public') gateErrors.push('idempotency_mismatch');
  const all = new Set<ErrorCode>([...gateErrors, 'validation', ...endpoint.errors, ...COMMON_ERRORS]);
  return [...all].sort((a, b) => ERRORS[a] - ERRORS[b]);
}

// Moves the definitions of a recursive schema to the shared definitions of the document, under unique names.
function moveDefinitions(schema: Json, prefix: string, definitions: Json): Json {
  const { $defs, ...rest } = schema as Json & { $defs?: Json };
  const rewriteRefs = (part: unknown): Json =>
    JSON.parse(JSON.stringify(part).replaceAll('"#/$defs/', `"#/components/schemas/${prefix}.`)) as Json;
  for (const [name, part] of Object.entries($defs ?? {})) definitions[`${prefix}.${name}`] = rewriteRefs(part);
  return rewriteRefs(rest);
}

const fileResponse: Json = {
  description: 'A file',
  headers: { 'x-total-rows': { schema: { type: 'integer' }, description: 'Number of rows in the file' } },
  content: Object.fromEntries(Object.values(EXPORT_TYPES).map((type) => [type, {}])),
};

const jsonResponse = (endpoint: Endpoint, definitions: Json): Json => ({
  description: 'Success',
  content: {
    'application/json': {
      schema: moveDefinitions(toJsonSchema(endpoint.output, 'output'), `${endpoint.name}.response`, definitions),
    },
  },
});

/** Returns true for reads of signed-in callers. Their responses have ETags (decision 142). */
const hasEtag = ({ kind, access }: Endpoint): boolean => kind === 'read' && access.kind !== 'public';

function createResponses(endpoint: Endpoint, definitions: Json): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of getErrors(endpoint)) {
    const status = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const errors = [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes.map((code) => `\`${code}\`: ${getErrorTitle(code)}`).join('\n\n'),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ]);
  const success = endpoint.kind === 'download' ? fileResponse : jsonResponse(endpoint, definitions);
  const unchanged = hasEtag(endpoint) ? { '304': { $ref: '#/components/responses/Unchanged' } } : {};
  return { '200': success, ...unchanged, ...Object.fromEntries(errors) };
}

function createParameters(endpoint: Endpoint): Json[] {
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

function createOperation(endpoint: Endpoint, definitions: Json): Json {
  const { access, lock } = endpoint;
  const input = moveDefinitions(toJsonSchema(endpoint.input, 'input'), `${endpoint.name}.input`, definitions);
  const facts = [
    ...(endpoint.description ? [endpoint.description] : []),
    `Requires: ${describeAccess(access)}.`,
    ...(needsPerson(endpoint) && access.kind !== 'public' ? ['API tokens are not accepted. Sign in.'] : []),
    ...(lock ? [`Returns 423 while ${describeLock(lock)} is locked.`] : []),
    ...(endpoint.limit
      ? [`At most ${endpoint.limit.max} calls in ${endpoint.limit.seconds} s per ${endpoint.limit.per}.`]
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
    parameters: createParameters(endpoint),
    ...(endpoint.method === 'POST'
      ? {
          requestBody: { required: true, content: { 'application/json': { schema: input } } },
        }
      : {}),
    responses: createResponses(endpoint, definitions),
  };
}

/**
 * Creates the whole API as OpenAPI 3.1, from the table that the server runs on. Pauses after each endpoint, so that no
 * request waits for all of it.
 */
export async function buildOpenApi(): Promise<Json> {
  const paths: Record<string, Json> = {};
  const schemas: Json = { Problem: problemSchema };
  for (const endpoint of allEndpoints) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: createOperation(endpoint, schemas),
    };
    await setImmediate();
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Darkroom', version: '1', description: 'Work management for photo editing.' },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: BEARER } },
      schemas,
      responses: {
        Unchanged: { description: 'Not modified. The cached response is still valid.' },
      },
      parameters: {
        Known: {
          name: 'If-None-Match',
          in: 'header',
          description: 'ETag of the cached response. Responses carry an ETag if this header or X-Background is sent.',
          schema: { type: 'string' },
        },
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description:
            'A call repeated with the same key within 24 hours returns the first response and changes nothing.',
          schema: { type: 'string', minLength: 1, maxLength: 100 },
        },
        Background: {
          name: 'X-Background',
          in: 'header',
          description: 'Marks an automatic request of a page. It does not keep an idle session alive.',
          schema: { const: '1' },
        },
      },
    },
  };
}
