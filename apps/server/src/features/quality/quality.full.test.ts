import { endpoints } from '@darkroom/contract/endpoints';
import type { QualityGrouping, QualityCounts } from '@darkroom/domain/quality/figures';
import { QUALITY_FIGURES, calculateFigure } from '@darkroom/domain/quality/figures';
import { read, utils } from '@e965/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient, TestApp } from '../../testing/app.ts';
import { createQualityMonth, NOVEMBER, readQuality, pickNonZero } from '../../testing/fixtures/quality-month.ts';

const { quality } = endpoints;

let bureau: TestApp;
let lan: ApiClient;
let leader: ApiClient;
let retouch: number;
let faulty: number;

beforeAll(async () => {
  ({ bureau, lan, leader, retouch, faulty } = await createQualityMonth());
});
afterAll(() => bureau.close());

/** Counts the month's figures from the history alone, without the rules and tables of the rollup. */
async function countFromHistory(by: 'editor' | 'cat2', workstream: string) {
  const { rows } = await sql<{ key: string } & QualityCounts>`
    with steps as (
      select h.*, (h.at at time zone 'Asia/Bangkok')::date as day, t.service_cat2_id as cat2,
             (select n.action from task_history n where n.task_id = h.task_id and n.id > h.id order by n.id limit 1) as next
        from task_history h join task t using (task_id) where t.workstream = ${workstream}),
    checks as (select *, case when action ~ '^qc1_' or action = 'admin_update' and to_status = 10 and fault_kinds is not null then 1
                              when action ~ '^qc2_' or action = 'admin_update' and to_status = 11 and fault_kinds is not null then 2 end as stage
                 from steps where action <> 'undo' and next is distinct from 'undo'),
    numbered as (select *, rank() over (partition by task_id, stage order by id) as nth,
                        rank() over (partition by task_id, stage is null order by id) as nth_check,
                        rank() over (partition by task_id, to_status = 9 order by id) as nth_done from checks)
    select ${sql.ref(by)}::text as key,
           count(*) filter (where stage = 1 and nth = 1)::int as qc1_first,
           count(*) filter (where stage = 1 and nth = 1 and action = 'qc1_done')::int as qc1_passed,
           count(*) filter (where stage = 2 and nth = 1)::int as qc2_first,
           count(*) filter (where stage = 2 and nth = 1 and action = 'qc2_done')::int as qc2_passed,
           count(*) filter (where stage is not null)::int as checked,
           count(*) filter (where stage is not null and fault_kinds is not null)::int as refused,
           coalesce(sum(x1 + x2 + x3) filter (where stage is not null and nth_check = 1), 0)::int as pieces,
           coalesce(sum(cardinality(fault_kinds)), 0)::int as faults,
           count(*) filter (where to_status = 9 and nth_done = 1)::int as completed,
           count(*) filter (where action = 'rework')::int as reworked, 0 as complained
      from numbered where day between '2026-11-01' and '2026-11-30' group by 1 order by 1`.execute(bureau.db);
  return rows.filter(({ key: _key, ...counts }) => Object.values(counts).some((n) => n !== 0));
}

describe('a month of quality', () => {
  it('a month has the figures that were counted by hand', async () => {
    const { total, before, faults, mine } = await readQuality(leader);
    expect(mine).toBe(false);
    expect(total).toEqual({
      qc1_first: 7,
      qc1_passed: 6,
      qc2_first: 6,
      qc2_passed: 4,
      checked: 14,
      refused: 3,
      pieces: 30 + 20 + 5 + 8 + 4 + 6,
      faults: 4,
      completed: 4,
      reworked: 1,
      complained: 0,
    });
    expect(pickNonZero(before)).toEqual({
      qc1_first: 1,
      qc1_passed: 1,
      qc2_first: 1,
      qc2_passed: 1,
      checked: 2,
      pieces: 50,
      completed: 1,
    });
    expect(faults).toEqual([
      { kind: 'exposure', n: 2, before: 0 },
      { kind: 'file_missing', n: 1, before: 0 },
      { kind: 'halo', n: 1, before: 0 },
    ]);
    expect(calculateFigure(total, 'qc1_yield')).toEqual({ numerator: 6, denominator: 7, value: null });
  });

  it.each(['editor', 'category'] as const)(
    'a month has the same figures by %s as a query of the history',
    async (by) => {
      const { results } = await readQuality(leader, { by });
      const lines = results.map(({ key, now }) => ({ key, ...now })).sort((a, b) => (a.key < b.key ? -1 : 1));
      expect(lines).toEqual(await countFromHistory(by === 'editor' ? 'editor' : 'cat2', 'PTE'));
    },
  );

  it('a month has consistent sums for every grouping, filter and source', async () => {
    const whole = (await readQuality(leader)).total;
    for (const by of ['editor', 'category', 'customer', 'workstream', 'week'] satisfies QualityGrouping[])
      expect((await readQuality(leader, { by })).total, by).toEqual(whole);
    const filter = { by: 'week', editor: lan.user_id, service_cat2_id: retouch };
    const byCustomer = await readQuality(leader, { ...filter, by: 'customer' });
    const byWeek = await readQuality(leader, filter);
    expect(byWeek.total).toEqual(byCustomer.total);
    expect(pickNonZero(byWeek.total)).toEqual({
      qc1_first: 3,
      qc1_passed: 3,
      qc2_first: 3,
      qc2_passed: 3,
      checked: 6,
      pieces: 30,
      completed: 3,
    });
    expect(byWeek.results.map(({ key }) => key)).toEqual(['2026-11-02', '2026-11-09']);
    // From the middle of a week to the middle of another.
    const cut = { date_from: '2026-11-03', date_to: '2026-11-10' };
    for (const by of ['editor', 'category', 'week'] satisfies QualityGrouping[])
      expect(pickNonZero((await readQuality(leader, { ...cut, by, editor: lan.user_id })).total), by).toMatchObject({
        qc1_first: 3,
        qc1_passed: 2,
        faults: 2,
      });
  });

  it('each figure has as many tasks behind it as it counts', async () => {
    const { total } = await readQuality(leader);
    for (const figure of QUALITY_FIGURES) {
      if (figure === 'faults') continue;
      const { numerator, denominator } = calculateFigure(total, figure);
      const countListedTasks = async (part: 'numerator' | 'denominator') =>
        (await leader.call(quality.tasks, { ...NOVEMBER, figure, part })).total_items;
      expect([await countListedTasks('numerator'), await countListedTasks('denominator')], figure).toEqual([
        numerator,
        denominator,
      ]);
    }
    const refused = await leader.send(quality.tasks, { ...NOVEMBER, figure: 'rework', part: 'remainder' });
    expect(refused.problem.errors).toMatchObject([{ field: 'part', code: 'invalid' }]);
    const halo = await leader.call(quality.tasks, { ...NOVEMBER, figure: 'faults', kind: 'halo' });
    expect(halo.results).toMatchObject([
      { task_id: faulty, faults: ['halo', 'exposure'], pieces: 20, task: { editor: lan.user_id } },
    ]);
  });

  it('the file has the same figures, by name, with the total at the end', async () => {
    const exportReport = async (by: ApiClient, format: 'xlsx' | 'pdf') => {
      const response = await bureau.app.inject({
        method: 'POST',
        url: endpoints.export.quality.path,
        headers: { authorization: `Bearer ${by.token}` },
        payload: { format, language: 'en', filter: { ...NOVEMBER, by: 'editor' } },
      });
      expect(response.statusCode).toBe(200);
      return response.rawPayload;
    };
    const book = read(await exportReport(leader, 'xlsx'));
    const [heads, ...rows] = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0]!]!, {
      header: 1,
      defval: null,
    });
    expect(heads?.slice(0, 4)).toEqual([
      'Group By',
      'First-Pass Yield, QC 1',
      'Passed First QC 1 Check',
      'First QC 1 Checks',
    ]);
    expect(rows.at(-1)?.slice(0, 4)).toEqual(['All', null, 6, 7]);
    const names = rows.slice(0, -1).map(([name]) => String(name));
    expect(names).toHaveLength(3);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
    expect((await exportReport(lan, 'pdf')).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('the period is limited to 366 days', async () => {
    const response = await leader.send(quality.report, { date_from: '2026-01-01', date_to: '2027-01-02' });
    expect([response.status, response.problem.errors?.[0]?.code]).toEqual([422, 'period_too_long']);
  });
});
