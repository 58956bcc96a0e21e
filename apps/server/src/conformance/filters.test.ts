import type { Endpoint } from '@darkroom/contract/endpoint';
import { allEndpoints, endpoints } from '@darkroom/contract/endpoints';
import { NO_FEES } from '@darkroom/domain/allowance/fees';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toJsonSchema } from '../http/response/openapi.ts';
import { fillBureau, type FilledBureau } from '../testing/filled-bureau.ts';
import { listProperties, type Schema } from '../testing/sample-input.ts';
import { READ_INPUTS } from './read-inputs.ts';

let filled: FilledBureau;

beforeAll(async () => {
  filled = await fillBureau();
  await filled.fill(5);
  const { boss, created: records } = filled;
  // One locked screen among others, and a month of the caller that differs from the others.
  await boss.call(endpoints.setting.changeLock, { screen_name: 'staff', locked: true, reason: 'Tạm khóa' });
  const own = { staff_id: records.self, date: '2026-11-06', ...NO_FEES, online_fee: 1 as const };
  await boss.call(endpoints.allowance.dailyAdd, { entries: [own] });
});
afterAll(() => filled.bureau.close());

/** Fields that page, order, group or count rows without filtering them. */
const ARRANGED_BY = new Set(['page', 'page_size', 'sort', 'unread_first', 'faults_first', 'by', 'counted_by', 'span']);

const filters = allEndpoints
  .filter(({ kind }) => kind === 'read')
  .flatMap((endpoint) => {
    const schema = toJsonSchema(endpoint.input, 'input');
    const required = (schema.required ?? []) as string[];
    return listProperties(schema)
      .filter(([field]) => !required.includes(field) && !ARRANGED_BY.has(field))
      .map(([field, of]) => [endpoint.name, field, endpoint, of] as const);
  });

/**
 * Returns values of a field of which some exclude rows: all choices of a closed list, otherwise mostly values that no
 * row has.
 */
function listNarrowingValues(schema: Schema): unknown[] {
  const choices = schema.anyOf as Schema[] | undefined;
  if (choices) return choices.flatMap(listNarrowingValues);
  if (Array.isArray(schema.enum)) return schema.enum;
  if (schema.const !== undefined) return [schema.const];
  switch (schema.type) {
    case 'array':
      return listNarrowingValues(schema.items as Schema).map((value) => [value]);
    case 'integer':
    case 'number':
      // An endpoint can refuse an unknown id, so the first few ids are tried too.
      return [Number(schema.maximum ?? 2 ** 31 - 1), ...Array.from({ length: 9 }, (_, index) => index + 1)];
    case 'boolean':
      return [true, false];
    default:
      return ['no row has this', '2100-01-01', '2000-01-01', '01234567-89ab-4cde-8f01-23456789abcd'];
  }
}

it.each(filters)('%s changes its result with the filter %s', async (name, field, endpoint: Endpoint, schema) => {
  const [input = {}] = Object.values(READ_INPUTS[name]?.(filled.created) ?? {});
  const { [field]: _, ...without } = input;
  const client = filled.getCaller(endpoint);
  const whole = await client.send(endpoint, without);
  expect(whole.status, whole.text).toBe(200);
  for (const value of listNarrowingValues(schema)) {
    const { status, text } = await client.send(endpoint, { ...without, [field]: value });
    expect(status, text).toBeLessThan(500);
    if (status === 200 && text !== whole.text) return;
  }
  throw new Error(
    `The answer is the same whatever ${field} is: the list ignores it, or the filled bureau lacks a row.`,
  );
});
