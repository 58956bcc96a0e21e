import { endpoints } from '@darkroom/contract/endpoints';
import type { QualityBy, QualityCounts } from '@darkroom/domain/quality/figures';
import { QUALITY_FIGURES, reckonFigure } from '@darkroom/domain/quality/figures';
import { read, utils } from '@e965/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyDatabase } from '../../backup/verify.ts';
import { seedBuiltIn } from '../../seed/built-in.ts';
import { testApp, type Client, type TestApp } from '../../testing/app.ts';
import { buildCategory } from '../../testing/factories/catalogue.ts';
import { buildTask } from '../../testing/factories/work.ts';
import { foldAllQuality } from './fold.service.ts';

const { quality, task: tasks } = endpoints;
const NOVEMBER = { date_from: '2026-11-01', date_to: '2026-11-30' };

let bureau: TestApp;
let lan: Client;
let minh: Client;
let vy: Client;
let qc: Client;
let qc2: Client;
let leader: Client;
const made: Record<string, number> = {};
let retouch: number;

type Step = readonly [action: string, from: number, to: number, by: Client, kinds?: readonly string[]];

/** Puts a task's steps into the history an hour apart, from an instant on; it stands where the last leaves it. */
async function walk(
  editor: Client,
  at: string,
  pieces: number,
  steps: readonly Step[],
  more: Partial<Parameters<typeof buildTask>[1]> = {},
): Promise<number> {
  const task = await buildTask(bureau.db, {
    workstream: 'PTE',
    status: steps.at(-1)![2],
    editor: editor.user_id,
    x1: pieces,
    version: steps.length + 1,
    ...more,
  });
  for (const [place, [action, from, to, by, kinds]] of steps.entries())
    await bureau.db
      .insertInto('task_history')
      .values({
        task_id: task.task_id,
        action,
        from_status: from,
        to_status: to,
        user_id: by.user_id,
        at: new Date(Date.parse(at) + place * 3_600_000).toISOString(),
        x1: pieces,
        x2: 0,
        x3: 0,
        editor: editor.user_id,
        ...(kinds ? { fault_kinds: [...kinds] } : {}),
      })
      .execute();
  return task.task_id;
}

const right = (by1 = qc, by2 = qc2): Step[] => [
  ['qc1_done', 5, 6, by1],
  ['qc2_done', 7, 8, by2],
  ['complete', 8, 9, leader],
];

beforeAll(async () => {
  bureau = await testApp();
  await seedBuiltIn(bureau.db);
  const editing = ['npn_view_task', 'npn_start_task', 'npn_done_task', 'npn_editor_pte'] as const;
  [lan, minh, vy] = (await Promise.all(
    ['Lan', 'Minh', 'Vy'].map((full_name) => bureau.as({ full_name, permissions: editing })),
  )) as [Client, Client, Client];
  const checking = ['npn_view_task', 'npn_review_task', 'npn_qc_pte'] as const;
  qc = await bureau.as({ full_name: 'Quân', permissions: checking });
  qc2 = await bureau.as({ full_name: 'Quế', permissions: checking });
  leader = await bureau.as({
    full_name: 'Hoa',
    permissions: [
      'npn_view_all_pte_tasks',
      'npn_assign_task',
      'npn_completed_task',
      'npn_change_task',
      'npn_delete_task',
      'npn_change_job_detail',
    ],
  });
  retouch = (await buildCategory(bureau.db, { workstream: 'PTE' })).id;
  const detail = { service_cat2_id: retouch };
  // October: the period before.
  await walk(lan, '2026-10-12T02:00:00.000Z', 50, right());
  // Lan: three right, one with two faults at QC 1, one refused at QC 2.
  for (const day of ['02', '03', '09']) await walk(lan, `2026-11-${day}T02:00:00.000Z`, 10, right(), { detail });
  made['faulty'] = await walk(lan, '2026-11-10T02:00:00.000Z', 20, [
    ['qc1_fault', 5, 10, qc, ['halo', 'exposure']],
    ['resolve', 10, 12, lan],
    ['qc1_done', 5, 6, qc],
    ['qc2_done', 7, 8, qc2],
    ['complete', 8, 9, leader],
    ['rework', 9, 13, leader],
  ]);
  await walk(lan, '2026-11-11T02:00:00.000Z', 5, [
    ['qc1_done', 5, 6, qc],
    ['qc2_fault', 7, 11, qc2, ['file_missing']],
  ]);
  // Minh: a refusal that was taken back and passed, one in the last hour of the month and one in the first of the next.
  made['takenBack'] = await walk(minh, '2026-11-16T02:00:00.000Z', 8, [
    ['qc1_fault', 5, 10, qc, ['halo']],
    ['undo', 10, 5, qc],
    ['qc1_done', 5, 6, qc],
  ]);
  await walk(minh, '2026-11-30T16:30:00.000Z', 4, [['qc1_done', 5, 6, qc]]);
  await walk(minh, '2026-11-30T17:00:00.000Z', 4, [['qc1_done', 5, 6, qc]]);
  // Vy: a correction that passes nothing, and one that finds a fault.
  await walk(vy, '2026-11-17T02:00:00.000Z', 6, [['admin_update', 4, 6, leader]]);
  await walk(vy, '2026-11-18T02:00:00.000Z', 6, [['admin_update', 6, 11, leader, ['exposure']]]);
  // The other workstream, which nobody here leads.
  await walk(vy, '2026-11-18T02:00:00.000Z', 7, right(), { workstream: 'OTS' });
  await foldAllQuality(bureau.db, bureau.clock());
});
afterAll(() => bureau.close());

const report = (by: Client, more: object = {}) => by.call(quality.report, { ...NOVEMBER, by: 'editor', ...more });
const some = (counts: QualityCounts) => Object.fromEntries(Object.entries(counts).filter(([, n]) => n !== 0));

/** The month's figures straight from the history, by no rule and no table of what is kept. */
async function fromHistory(by: 'editor' | 'cat2', workstream: string) {
  const { rows } = await sql<{ key: string } & QualityCounts>`
    with steps as (
      select h.*, (h.at at time zone 'Asia/Bangkok')::date as day, t.service_cat2_id as cat2,
             (select n.action from task_history n where n.task_id = h.task_id and n.id > h.id order by n.id limit 1) as next
        from task_history h join task t using (task_id) where t.workstream = ${workstream}),
    stands as (select *, case when action ~ '^qc1_' or action = 'admin_update' and to_status = 10 and fault_kinds is not null then 1
                              when action ~ '^qc2_' or action = 'admin_update' and to_status = 11 and fault_kinds is not null then 2 end as stage
                 from steps where action <> 'undo' and next is distinct from 'undo'),
    numbered as (select *, rank() over (partition by task_id, stage order by id) as nth,
                        rank() over (partition by task_id, stage is null order by id) as nth_check,
                        rank() over (partition by task_id, to_status = 9 order by id) as nth_done from stands)
    select ${sql.ref(by)}::text as key,
           count(*) filter (where stage = 1 and nth = 1)::int as qc1_first,
           count(*) filter (where stage = 1 and nth = 1 and action = 'qc1_done')::int as qc1_passed,
           count(*) filter (where stage = 2 and nth = 1)::int as qc2_first,
           count(*) filter (where stage = 2 and nth = 1 and action = 'qc2_done')::int as qc2_passed,
           count(*) filter (where stage is not null)::int as judged,
           count(*) filter (where stage is not null and fault_kinds is not null)::int as refused,
           coalesce(sum(x1 + x2 + x3) filter (where stage is not null and nth_check = 1), 0)::int as pieces,
           coalesce(sum(cardinality(fault_kinds)), 0)::int as faults,
           count(*) filter (where to_status = 9 and nth_done = 1)::int as completed,
           count(*) filter (where action = 'rework')::int as reworked, 0 as complained
      from numbered where day between '2026-11-01' and '2026-11-30' group by 1 order by 1`.execute(bureau.db);
  return rows.filter(({ key: _key, ...counts }) => Object.values(counts).some((n) => n !== 0));
}

describe('a month of quality', () => {
  it('is what was counted by hand: each figure of the whole', async () => {
    const { total, before, faults, mine } = await report(leader);
    expect(mine).toBe(false);
    expect(total).toEqual({
      qc1_first: 7,
      qc1_passed: 6,
      qc2_first: 6,
      qc2_passed: 4,
      judged: 14,
      refused: 3,
      pieces: 30 + 20 + 5 + 8 + 4 + 6,
      faults: 4,
      completed: 4,
      reworked: 1,
      complained: 0,
    });
    expect(some(before)).toEqual({
      qc1_first: 1,
      qc1_passed: 1,
      qc2_first: 1,
      qc2_passed: 1,
      judged: 2,
      pieces: 50,
      completed: 1,
    });
    expect(faults).toEqual([
      { kind: 'exposure', n: 2, before: 0 },
      { kind: 'file_missing', n: 1, before: 0 },
      { kind: 'halo', n: 1, before: 0 },
    ]);
    expect(reckonFigure(total, 'qc1_yield')).toEqual({ of: 6, among: 7, value: null });
  });

  it.each(['editor', 'category'] as const)('comes to the same by %s as a query of the history', async (by) => {
    const { results } = await report(leader, { by });
    const lines = results.map(({ key, now }) => ({ key, ...now })).sort((a, b) => (a.key < b.key ? -1 : 1));
    expect(lines).toEqual(await fromHistory(by === 'editor' ? 'editor' : 'cat2', 'PTE'));
  });

  it('adds up however it is told apart and narrowed, from sums of weeks and days and from the facts alike', async () => {
    const whole = (await report(leader)).total;
    for (const by of ['editor', 'category', 'customer', 'workstream', 'week'] satisfies QualityBy[])
      expect((await report(leader, { by })).total, by).toEqual(whole);
    const one = { by: 'week', editor: lan.user_id, service_cat2_id: retouch };
    const three = await report(leader, { ...one, by: 'customer' });
    const two = await report(leader, one);
    expect(two.total).toEqual(three.total);
    expect(some(two.total)).toEqual({
      qc1_first: 3,
      qc1_passed: 3,
      qc2_first: 3,
      qc2_passed: 3,
      judged: 6,
      pieces: 30,
      completed: 3,
    });
    expect(two.results.map(({ key }) => key)).toEqual(['2026-11-02', '2026-11-09']);
    // From the middle of a week to the middle of one.
    const cut = { date_from: '2026-11-03', date_to: '2026-11-10' };
    for (const by of ['editor', 'category', 'week'] satisfies QualityBy[])
      expect(some((await report(leader, { ...cut, by, editor: lan.user_id })).total), by).toMatchObject({
        qc1_first: 3,
        qc1_passed: 2,
        faults: 2,
      });
  });

  it('has as many tasks behind each figure as it says', async () => {
    const { total } = await report(leader);
    for (const figure of QUALITY_FIGURES) {
      if (figure === 'faults') continue;
      const { of, among } = reckonFigure(total, figure);
      const listed = async (part: 'of' | 'among') =>
        (await leader.call(quality.tasks, { ...NOVEMBER, figure, part })).total_items;
      expect([await listed('of'), await listed('among')], figure).toEqual([of, among]);
    }
    const halo = await leader.call(quality.tasks, { ...NOVEMBER, figure: 'faults', kind: 'halo' });
    expect(halo.results).toMatchObject([
      { task_id: made['faulty'], faults: ['halo', 'exposure'], pieces: 20, task: { editor: lan.user_id } },
    ]);
  });

  it('leaves as a file with the same figures, in the order of names, the whole at the end', async () => {
    const take = async (by: Client, format: 'xlsx' | 'pdf') => {
      const answer = await bureau.app.inject({
        method: 'POST',
        url: endpoints.export.quality.path,
        headers: { authorization: `Bearer ${by.token}` },
        payload: { format, language: 'en', filter: { ...NOVEMBER, by: 'editor' } },
      });
      expect(answer.statusCode).toBe(200);
      return answer.rawPayload;
    };
    const book = read(await take(leader, 'xlsx'));
    const [heads, ...rows] = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0]!]!, {
      header: 1,
      defval: null,
    });
    expect(heads?.slice(0, 4)).toEqual([
      'Told apart by',
      'First-pass at QC 1',
      'Passed QC 1 first',
      'First judged at QC 1',
    ]);
    expect(rows.at(-1)?.slice(0, 4)).toEqual(['All', null, 6, 7]);
    const names = rows.slice(0, -1).map(([name]) => String(name));
    expect(names).toHaveLength(3);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
    expect((await take(lan, 'pdf')).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('looks at 366 days at most', async () => {
    const answer = await leader.send(quality.report, { date_from: '2026-01-01', date_to: '2027-01-02' });
    expect([answer.status, answer.problem.errors?.[0]?.code]).toEqual([422, 'period_too_long']);
  });
});

describe('who sees whose quality', () => {
  it('is for an editor their own, beside an average that never tells of one other person', async () => {
    const own = await report(minh, { by: 'week' });
    expect(own.mine).toBe(true);
    expect(some(own.total)).toEqual({ qc1_first: 2, qc1_passed: 2, judged: 2, pieces: 12 });
    expect(own.average).toEqual((await report(leader)).total);
    expect((await report(minh)).results.map(({ key }) => key)).toEqual([String(minh.user_id)]);
    expect((await minh.send(quality.report, { ...NOVEMBER, editor: lan.user_id })).status).toBe(404);
    expect((await minh.send(quality.tasks, { ...NOVEMBER, editor: lan.user_id, figure: 'qc1_yield' })).status).toBe(
      404,
    );
    // Two people in one category: what one of them lacks of the average is the other.
    expect((await report(minh, { by: 'week', service_cat2_id: retouch })).average).toBeNull();
  });

  it('is for a leader their workstream; the other one is not there', async () => {
    expect((await leader.send(quality.report, { ...NOVEMBER, workstream: 'OTS' })).status).toBe(404);
    const both = await bureau.as(['npn_view_all_tasks', 'npn_assign_task']);
    expect((await report(both, { by: 'workstream' })).results.map(({ key }) => key)).toEqual(['OTS', 'PTE']);
    const watcher = await bureau.as(['npn_view_all_tasks']);
    expect((await report(watcher)).results).toEqual([]);
  });

  it('shows a checker what they judged themselves, and nobody else', async () => {
    const { checking, total } = await report(qc2);
    expect(checking).toMatchObject({ judged: 6, refused: 1 });
    expect(some(total)).toEqual({});
    expect((await report(lan)).checking).toBeNull();
    expect((await report(leader)).checking).toBeNull();
    const found = await qc2.call(quality.tasks, { ...NOVEMBER, figure: 'checking' });
    expect(found.results.map(({ faults }) => faults)).toEqual([['file_missing']]);
  });

  it('tells of a task that is somebody else’s now its status and no more', async () => {
    await bureau.db.updateTable('task').set({ editor: vy.user_id }).where('task_id', '=', made['takenBack']!).execute();
    const { results } = await minh.call(quality.tasks, { ...NOVEMBER, figure: 'qc1_yield', part: 'of' });
    expect(results.map(({ task_id, task }) => [task_id === made['takenBack'], task === null])).toContainEqual([
      true,
      true,
    ]);
    await bureau.db
      .updateTable('task')
      .set({ editor: minh.user_id })
      .where('task_id', '=', made['takenBack']!)
      .execute();
  });
});

describe('what is kept follows what comes after', () => {
  const lines = async () => some((await report(leader)).total);
  const again = async () => {
    await foldAllQuality(bureau.db, bureau.clock());
    return lines();
  };

  it('moves with a task’s category and customer, not with its editor', async () => {
    const other = await buildCategory(bureau.db, { workstream: 'PTE' });
    const before = await lines();
    await sql`update job_detail d set service_cat2_id = ${other.id}, service_cat1_id = ${other.cat1_id}
               from task t where t.job_detail_id = d.job_detail_id and t.task_id = ${made['faulty']!}`.execute(
      bureau.db,
    );
    await sql`update task set editor = ${vy.user_id} where task_id = ${made['faulty']!}`.execute(bureau.db);
    expect(await again()).toEqual(before);
    const { results } = await report(leader, { by: 'category', service_cat2_id: other.id });
    expect(results.map(({ key, now }) => [key, now.faults])).toEqual([[String(other.id), 2]]);
    expect((await report(leader, { editor: lan.user_id })).total.faults).toBe(3);
  });

  it('leaves out a fault that does not count any more: the check is as good as passed', async () => {
    const fault = await bureau.db
      .selectFrom('task_history')
      .select('id')
      .where('task_id', '=', made['faulty']!)
      .where('action', '=', 'qc1_fault')
      .executeTakeFirstOrThrow();
    const exclude = (kinds: string[] | null) =>
      bureau.db
        .insertInto('quality_excluded')
        .values({ history_id: fault.id, task_id: made['faulty']!, kinds })
        .onConflict((at) => at.column('history_id').doUpdateSet({ kinds }))
        .execute();
    await exclude(['halo']);
    expect(await again()).toMatchObject({ faults: 3, refused: 3, qc1_passed: 6 });
    await exclude(null);
    expect(await again()).toMatchObject({ faults: 2, refused: 2, qc1_passed: 7 });
    await bureau.db.deleteFrom('quality_excluded').execute();
    expect(await again()).toMatchObject({ faults: 4, refused: 3, qc1_passed: 6 });
  });

  it('takes out a task that was put back and deleted', async () => {
    const before = await lines();
    const gone = await walk(lan, '2026-11-20T02:00:00.000Z', 9, [
      ['qc1_done', 5, 6, qc],
      ['admin_update', 6, 1, leader],
    ]);
    expect((await again())['qc1_first']).toBe(before['qc1_first']! + 1);
    const { version } = await bureau.db
      .selectFrom('task')
      .select('version')
      .where('task_id', '=', gone)
      .executeTakeFirstOrThrow();
    await leader.call(tasks.delete, { tasks: [{ task_id: gone, version }] });
    expect(await again()).toEqual(before);
  });

  it('is, after all that, what verify reckons', async () => {
    const findings = await verifyDatabase(bureau.databaseUrl);
    expect(findings.filter(({ name, ids }) => name.includes('quality') && ids.length > 0)).toEqual([]);
    expect(findings.filter(({ name, ids }) => name.includes('(131)') && ids.length > 0)).toEqual([]);
  });
});
