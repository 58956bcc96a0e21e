import type { Endpoint } from '@darkroom/contract/endpoint';
import { allEndpoints } from '@darkroom/contract/endpoints';
import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import { MEASURED_LISTS, PAY_COLUMNS } from './lists.ts';
import { ROLES, getRoles } from './roles.ts';

const listKeys = (schema: z.ZodType): string[] => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);
const known = {
  customer0: 1,
  customer1: 1,
  customer2: 1,
  service: 1,
  category1: 1,
  category2: 1,
  editor: 1,
  qc: 1,
  job: 1,
  task: 1,
  forecast_job: 1,
  past_rework: { task: 1, job: 1, editor: 1, category2: 1 },
  customer_day: '2026-11-20',
  own: { customer1: 1, customer2: 1 },
  month: { from: '2026-10-21', to: '2026-11-20' },
};
const listInputs = (endpoint: Endpoint): object[] =>
  MEASURED_LISTS.filter((list) => list.endpoint === endpoint).map(({ asked }) =>
    typeof asked === 'function' ? asked(known) : asked,
  );

describe('lists of the benchmark', () => {
  it('the benchmark measures every list', () => {
    const lists = allEndpoints.filter(
      ({ kind, output }) => kind === 'read' && listKeys(output).includes('total_items'),
    );
    expect(lists.filter((endpoint) => listInputs(endpoint).length === 0).map(({ name }) => name)).toEqual([]);
  });

  it.each(['job.list', 'job.details', 'task.list', 'redo.list', 'portal.job'])(
    'the benchmark narrows %s by each of its filters',
    (name) => {
      const endpoint = allEndpoints.find((candidate) => candidate.name === name) as Endpoint;
      const requestedNames = new Set(listInputs(endpoint).flatMap((input) => Object.keys(input)));
      expect(listKeys(endpoint.input).filter((key) => !requestedNames.has(key))).toEqual([]);
    },
  );

  const listColumns = ({ input }: Endpoint): string[] => {
    const sort: unknown = input instanceof z.ZodObject ? input.shape.sort : undefined;
    const orders = sort instanceof z.ZodDefault || sort instanceof z.ZodOptional ? sort.unwrap() : sort;
    if (!(orders instanceof z.ZodEnum)) return [];
    return orders.options.map(String).filter((order) => !order.startsWith('-'));
  };
  const sorted = [...new Set(MEASURED_LISTS.map(({ endpoint }) => endpoint))].filter(
    (endpoint) => listColumns(endpoint).length > 0,
  );

  it('the benchmark lists the columns of every sortable list', () => {
    expect(sorted.length).toBeGreaterThanOrEqual(7);
  });

  it.each(sorted.map((endpoint) => [endpoint.name, endpoint] as const))(
    'the benchmark sorts %s by each of its columns',
    (_, one) => {
      const requested = listInputs(one).flatMap((input) => ('sort' in input ? [input.sort] : []));
      const missing = listColumns(one).filter(
        (column) => !requested.includes(column) && !requested.includes(`-${column}`),
      );
      expect(missing.filter((column) => !PAY_COLUMNS.includes(column))).toEqual([]);
    },
  );

  it('each list of the benchmark sends valid input', () => {
    const refused = MEASURED_LISTS.filter(({ endpoint, asked }) => {
      const { page: _last, ...input } = { page: 0, ...(typeof asked === 'function' ? asked(known) : asked) };
      return !endpoint.input.safeParse(input).success;
    });
    expect(refused.map(({ name }) => name)).toEqual([]);
  });

  it('the benchmark measures every role that has a permission', () => {
    expect(ROLES).toHaveLength(12);
    const asking = new Set(MEASURED_LISTS.flatMap(({ endpoint }) => getRoles(endpoint).map(({ name }) => name)));
    expect([...asking].sort()).toEqual(ROLES.map(({ name }) => name).sort());
  });
});
