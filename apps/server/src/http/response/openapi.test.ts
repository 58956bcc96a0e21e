import { allEndpoints } from '@darkroom/contract/endpoints';
import { RECORD_SHAPES } from '@darkroom/contract/field-tables/shapes';
import { describe, expect, it } from 'vitest';
import { listProperties, createSample, type Schema } from '../../testing/sample-input.ts';
import { buildOpenApi, toJsonSchema } from './openapi.ts';

type Json = Record<string, unknown>;

/** Properties of each object in the document. */
function listObjects(part: unknown): Record<string, Json>[] {
  if (part === null || typeof part !== 'object') return [];
  const { properties } = part as { properties?: Record<string, Json> };
  return [...(properties ? [properties] : []), ...Object.values(part).flatMap(listObjects)];
}

const objects = listObjects(await buildOpenApi());

/** Returns the position of each input field, and true if the document requires the field. */
function listFields(schema: Schema, at: readonly (string | number)[] = []): [(string | number)[], boolean][] {
  if (schema.items) return listFields(schema.items as Schema, [...at, 0]);
  const required = (schema.required ?? []) as string[];
  return listProperties(schema).flatMap(([name, of]) => {
    const here = [...at, name];
    return [[here, required.includes(name)] as [(string | number)[], boolean], ...listFields(of, here)];
  });
}

const INPUTS = allEndpoints.flatMap((endpoint) => {
  const schema = toJsonSchema(endpoint.input, 'input');
  return ((schema.oneOf ?? [schema]) as Schema[]).map((variant) => [endpoint.name, endpoint, variant] as const);
});

describe('the documentation of an input', () => {
  it.each(INPUTS)('the required fields are marked: %s', (_name, { input }, schema) => {
    for (const [path, required] of listFields(schema)) {
      const given = createSample(schema) as Record<string | number, unknown>;
      const within = path.slice(0, -1).reduce<typeof given>((part, key) => part[key] as typeof given, given);
      delete within[path.at(-1)!];
      // Rules about several fields belong to no single field.
      const issues = (input.safeParse(given).error?.issues ?? []).filter(({ code }) => code !== 'custom');
      const refused = issues.some((issue) => issue.path.join('.') === path.join('.'));
      expect([path.join('.'), refused]).toEqual([path.join('.'), required]);
    }
  });
});

describe('the API documentation', () => {
  it('each summary is one sentence of at most 90 characters without a full stop', () => {
    const wrong = allEndpoints.filter(({ summary }) => summary.length > 90 || /[.;]( |$)/.test(summary));
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it('each description ends with a full stop and precedes the generated facts', async () => {
    const { paths } = (await buildOpenApi()) as { paths: Record<string, Record<string, Json>> };
    for (const { name, path, method, description } of allEndpoints.filter((endpoint) => endpoint.description)) {
      expect(description, name).toMatch(/^[^;]*\.$/);
      const operation = paths[path]?.[method.toLowerCase()];
      expect(operation?.description).toMatch(/ Requires: /);
      expect(String(operation?.description).startsWith(`${description} `), name).toBe(true);
    }
  });

  it.each(RECORD_SHAPES)('each field of a %s is described', (noun, shape) => {
    const described = Object.entries(toJsonSchema(shape, 'output').properties as Record<string, Json>);
    expect(described.filter(([, { description }]) => !description)).toEqual([]);
    // Endpoints of categories return a category 2 with its category 1 in short form.
    const fields = described.filter(([name]) => noun !== 'category 2' || name !== 'cat1_id');
    const shown = objects.filter((properties) =>
      fields.every(([name, { description }]) => properties[name]?.description === description),
    );
    expect(shown.length).toBeGreaterThan(0);
  });

  it('each field of each input and response has a description', () => {
    const fields = objects.flatMap((properties) =>
      Object.entries(properties).map(([name, { description = '' }]) => `${name}: ${String(description)}`),
    );
    // A key without its own sentence, a label without words, or a placeholder describes nothing.
    const empty = /: $|[^.]$|: Key of the record|: field:|\{\{/;
    expect([...new Set(fields)].filter((field) => empty.test(field))).toEqual([]);
  });

  it('the document is built endpoint by endpoint with pauses for other requests', async () => {
    let turns = 0;
    let made = false;
    const countTurn = () => {
      turns += 1;
      if (!made) setImmediate(countTurn);
    };
    setImmediate(countTurn);
    await buildOpenApi();
    made = true;
    expect(turns).toBeGreaterThan(allEndpoints.length - 2);
  });

  it('descriptions use the words of the screens, with units and records of ids', () => {
    const task = objects.find((properties) => 'sub_prod_id' in properties && 'editor' in properties);
    expect(task).toMatchObject({
      editor: { description: 'Editor: ID of an account. Null if no one is assigned.' },
      job_date: { description: 'Date: date, YYYY-MM-DD, in Vietnam time (UTC+7).' },
      estimate_minutes: { description: expect.stringMatching(/^Estimate Time \(minutes\): minutes\. Per piece\./) },
      fault_stage: { description: expect.stringMatching(/^Fault Found in Check\. QC round/) },
      supporters: {
        items: { properties: { note: { description: expect.stringContaining('multi-line text') } } },
      },
    });
    const price = objects.find((properties) => 'retail_price' in properties && 'visible' in properties);
    expect(price?.retail_price?.description).toBe(
      'Retail Price: amount in the configured currency, at most 3 decimals.',
    );
    const member = objects.find((properties) => 'salary_1' in properties && 'version' in properties);
    expect(member?.salary_1?.description).toContain('omitted without permission');
  });
});
