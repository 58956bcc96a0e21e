import type { Endpoint } from '@darkroom/contract/endpoint';
import { allEndpoints } from '@darkroom/contract/endpoints';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { buildQuote } from '../testing/factories/quotes.ts';
import { buildRequest } from '../testing/factories/requests.ts';
import { buildTask } from '../testing/factories/work.ts';
import { toJsonSchema } from '../http/response/openapi.ts';

let bureau: TestApp;

beforeAll(async () => {
  bureau = await createTestApp({ config: { backdoorUntil: '2027-01-01T00:00:00.000Z' } });
  // Records for the requests, so that valid inputs reach the tables.
  for (let n = 0; n < 3; n++) {
    await buildTask(bureau.db);
    await buildRequest(bureau.db);
    await buildQuote(bureau.db);
  }
});
afterAll(() => bureau.close());

const HOSTILE_TEXT = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud83d',
  '\u202e\u200b\ufeff',
  "'; drop table job; --",
  '%_\\%',
  '\\',
  '${7*7}{{7*7}}',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  'https://',
  '=1+1',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'NaN',
  '1e400',
  '0000-00-00',
  '2026-02-30',
  '+010000-01-01',
  'ﷺ'.repeat(40),
  'x'.repeat(5000),
  'e\u0301'.repeat(60),
];
const HOSTILE_NUMBERS = [0, -0, -1, 0.1, 1e-320, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53, 2 ** 63, 1e21, 1e308, -1e308];

const hostileText = fc.oneof(fc.constantFrom(...HOSTILE_TEXT), fc.string({ unit: 'binary' }));
const hostileKey = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  '',
  'is_superuser',
  'a.b',
  '\u0000',
  '\ud800',
);
const HOSTILE_VALUE: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(...HOSTILE_NUMBERS, null, true, [], {}, [[]], [null], { length: 2 ** 31 }),
  fc.dictionary(hostileKey, hostileText, { maxKeys: 3 }),
  fc.anything({ maxDepth: 3, withObjectString: true }),
);

type Schema = Record<string, unknown>;

/** Texts that are valid but exploit careless code. */
const HOSTILE_VALID_TEXT = fc.constantFrom(
  ...HOSTILE_TEXT.filter((text) => text.length < 100 && /^[^\u0000-\u001f]*$/.test(text)),
);

// Mostly valid input, by schema and field name, so that it reaches the tables.
function createValidInput(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (choices) return fc.oneof(...choices.map((choice) => createValidInput(choice, name)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
  switch (schema.type) {
    case 'object': {
      const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
      const values = Object.fromEntries(properties.map(([key, value]) => [key, createMostlyValid(value, key)]));
      return fc.record(values, { requiredKeys: (schema.required ?? []) as string[] });
    }
    case 'array': {
      const item = createMostlyValid((schema.items ?? {}) as Schema, name);
      return fc.array(item, { minLength: Number(schema.minItems ?? 0), maxLength: 3 });
    }
    case 'integer':
    case 'number':
      return fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: 1, max: 3 }) },
        { weight: 1, arbitrary: fc.integer({ min: 0, max: Math.min(Number(schema.maximum ?? 1e6), 2 ** 31 - 1) }) },
      );
    case 'string':
      if (/date/.test(name)) return fc.constantFrom('2026-11-20', '2000-01-01', '2100-12-31');
      return /link/.test(name) ? fc.constantFrom('https://a.example/%00?q=<b>', '') : HOSTILE_VALID_TEXT;
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return HOSTILE_VALUE;
  }
}

// Rare enough that most inputs have at most one wrong value.
const createMostlyValid = (schema: Schema, name = ''): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 40, arbitrary: createValidInput(schema, name) }, { weight: 1, arbitrary: HOSTILE_VALUE });

// Bodies as bytes: JSON of the input, the same cut short, or anything.
const createBody = (endpoint: Endpoint): fc.Arbitrary<string> => {
  const json = createMostlyValid(toJsonSchema(endpoint.input, 'input')).map((value) => JSON.stringify(value) ?? '');
  const cutBody = fc.tuple(json, fc.nat(200)).map(([text, at]) => text.slice(0, at));
  return fc.oneof(
    { weight: 12, arbitrary: json },
    { weight: 1, arbitrary: cutBody },
    { weight: 1, arbitrary: fc.string() },
  );
};

// Enough runs to notice a careless change. HOSTILE_RUNS=5000 takes an hour.
const RUNS = Number(process.env.HOSTILE_RUNS ?? 60);
/** A file takes as long as a hundred other responses. */
const FILE_RUNS = Math.ceil(RUNS / 10);
const KEYS = ['k', '__proto__', ' ', 'é', 'x'.repeat(101)];
const key = fc.oneof({ weight: 8, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constantFrom(...KEYS) });

describe('inputs that could cause a 500', () => {
  it.each(allEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    'no input causes a 500 at %s',
    async (_name, endpoint) => {
      // Each request needs a new session, because some inputs end it.
      const { token } = await bureau.as({ is_superuser: true });
      const createHeaders = (key: string | null) => ({
        authorization: `Bearer ${token}`,
        ...(key === null ? {} : { 'idempotency-key': key }),
      });
      await fc.assert(
        fc.asyncProperty(createBody(endpoint), key, async (payload, key) => {
          const response =
            endpoint.method === 'GET'
              ? await bureau.app.inject({
                  method: 'GET',
                  url: `${endpoint.path}?${encodeText(payload)}`,
                  headers: createHeaders(key),
                })
              : await bureau.app.inject({
                  method: 'POST',
                  url: endpoint.path,
                  headers: { ...createHeaders(key), 'content-type': 'application/json' },
                  payload,
                });
          expect(response.statusCode < 500 || response.body).toBe(true);
          if (endpoint.kind === 'download' && response.statusCode === 200)
            expect(response.rawPayload.length).toBeGreaterThan(0);
          else expect(() => JSON.parse(response.body)).not.toThrow();
        }),
        { numRuns: endpoint.kind === 'download' ? FILE_RUNS : RUNS, endOnFailure: true },
      );
    },
  );

  it('no address, header or path causes a 500', async () => {
    const piece = fc.oneof(
      hostileText.map(encodeText),
      fc.constantFrom('%', '%ff', '%00', '..', '%2e%2e', '//', ';', 'x'.repeat(3000)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 4 }), piece, piece, async (path, token, key) => {
        const response = await bureau.app.inject({
          method: 'GET',
          url: `/api/${path.join('/')}`,
          headers: { authorization: `Bearer ${token}`, 'idempotency-key': key, 'x-background': key, accept: token },
        });
        expect(response.statusCode < 500 || response.body).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

const encodeText = (text: string): string => encodeURIComponent(text.toWellFormed());
