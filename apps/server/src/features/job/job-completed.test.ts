import { endpoints } from '@darkroom/contract/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildTask } from '../../testing/factories/work.ts';
import { runForecast } from '../forecast/forecast.service.ts';

let bureau: TestApp;
let boss: ApiClient;

/** Converts Bangkok's local time to an instant. */
const toInstant = (local: string) => new Date(`${local.replace(' ', 'T')}:00.000+07:00`).toISOString();

const moveClockTo = (local: string) => bureau.clock.advance(Date.parse(toInstant(local)) - Date.parse(bureau.clock()));

beforeAll(async () => {
  bureau = await createTestApp();
});
afterAll(() => bureau.close());
// Wednesday. Sessions end after days.
beforeEach(async () => {
  moveClockTo('2026-11-18 10:00');
  boss = await bureau.as(['npn_view_job', 'npn_change_job']);
});

const readJob = async (job_id: number) => (await boss.call(endpoints.job.list, { job_id })).results[0]!;

describe('the completion time of a job', () => {
  it('the completion time is that of the last task, until the job opens again', async () => {
    const leader = await bureau.as(['npn_view_all_tasks', 'npn_view_job', 'npn_completed_task', 'npn_rework_task']);
    const done = { status: 8, x1: 3, workstream: 'PTE' } as const;
    const editor = (await bureau.as(['npn_view_task', 'npn_editor_pte'])).user_id;
    const firstTask = await buildTask(bureau.db, { ...done, editor });
    const secondTask = await buildTask(bureau.db, { status: 8, x1: 3, editor, job_detail_id: firstTask.job_detail_id });
    const completeTask = async (task_id: number, local: string) => {
      moveClockTo(local);
      return leader.call(endpoints.task.act, { task_id, version: 1, action: 'complete' });
    };
    await completeTask(firstTask.task_id, '2026-11-18 11:00');
    expect((await readJob(firstTask.job_id)).completed_at).toBe(null);
    const last = await completeTask(secondTask.task_id, '2026-11-18 13:00');
    expect(await readJob(firstTask.job_id)).toMatchObject({
      job_status: 'COMPLETED',
      completed_at: toInstant('2026-11-18 13:00'),
    });
    await leader.call(endpoints.task.act, {
      task_id: secondTask.task_id,
      version: last.version,
      action: 'rework',
      rework_quantity: 1,
      rework_notes: 'Too dark',
    });
    expect(await readJob(firstTask.job_id)).toMatchObject({ job_status: 'PENDING', completed_at: null });
  });

  it('the time and the due date report follow a corrected end of the last task', async () => {
    const leader = await bureau.as(['npn_view_all_tasks', 'npn_view_job', 'npn_completed_task', 'npn_change_task']);
    const editor = (await bureau.as(['npn_view_task', 'npn_editor_pte'])).user_id;
    const eight = toInstant('2026-11-18 08:00');
    const done = { status: 8, x1: 3, editor, created_at: eight, start_time: eight } as const;
    const due = { due_at: toInstant('2026-11-18 11:30'), job_date: '2026-11-18' };
    const firstTask = await buildTask(bureau.db, {
      ...done,
      workstream: 'PTE',
      job: { ...due, job_name: 'Ended when?' },
    });
    const secondTask = await buildTask(bureau.db, { ...done, job_detail_id: firstTask.job_detail_id });
    // One task waited for a leader since eight. The other has no known steps.
    await sql`insert into task_history (task_id, action, from_status, to_status, at, x1, x2, x3)
      values (${firstTask.task_id}, 'qc2_done', 1, 8, ${eight}, 0, 0, 0)`.execute(bureau.db);
    const completeTask = async (task_id: number, local: string) => {
      moveClockTo(local);
      return leader.call(endpoints.task.act, { task_id, version: 1, action: 'complete' });
    };
    let first = await completeTask(firstTask.task_id, '2026-11-18 11:00');
    let last = await completeTask(secondTask.task_id, '2026-11-18 12:00');
    const readReport = async () => {
      await runForecast(bureau.db, bureau.clock());
      const { on_time, late_minutes, reasons } = await leader.call(endpoints.dueDate.report, {
        by: 'month',
        month_from: '2026-11',
        month_to: '2026-11',
      });
      return { on_time, late_minutes, reasons: reasons.flatMap(({ reason, jobs }) => (jobs > 0 ? reason : [])) };
    };
    const correctTask = ({ task_id, version }: { task_id: number; version: number }, local: string) =>
      leader.call(endpoints.task.adminUpdate, {
        task_id,
        version,
        end_time: toInstant(local),
        reason: 'Clicked too late',
      });
    const readCompletedTime = async (local: string) => {
      last = await correctTask(last, local);
      return (await readJob(firstTask.job_id)).completed_at;
    };
    const readSimilarWork = () => sql`select * from forecast_similar order by 1, 2, 3`.execute(bureau.db);
    expect(await readReport()).toEqual({ on_time: 0, late_minutes: 30, reasons: ['editor_pool'] });
    const { rows: once } = await readSimilarWork();
    expect(once.length).toBeGreaterThan(0);
    expect(await readCompletedTime('2026-11-18 11:15')).toBe(toInstant('2026-11-18 11:15'));
    expect(await readReport()).toEqual({ on_time: 1, late_minutes: 0, reasons: [] });
    expect(await readCompletedTime('2026-11-18 11:20')).toBe(toInstant('2026-11-18 11:20'));
    expect(await readReport()).toEqual({ on_time: 1, late_minutes: 0, reasons: [] });
    // The job's end is now before the other task's end, which is the last.
    expect(await readCompletedTime('2026-11-18 10:00')).toBe(toInstant('2026-11-18 11:00'));
    moveClockTo('2026-11-18 15:05');
    expect(await readCompletedTime('2026-11-18 14:30')).toBe(toInstant('2026-11-18 14:30'));
    expect(await readReport()).toEqual({ on_time: 0, late_minutes: 90, reasons: ['editor_pool'] });
    // The reason comes from the task that ended last, not from the one changed last.
    first = await correctTask(first, '2026-11-18 10:30');
    expect(await readReport()).toEqual({ on_time: 0, late_minutes: 90, reasons: ['editor_pool'] });
    await correctTask(first, '2026-11-18 15:00');
    expect(await readReport()).toEqual({ on_time: 0, late_minutes: 120, reasons: ['leader'] });
    // Durations of similar work are learned from its steps once.
    expect((await readSimilarWork()).rows).toEqual(once);
  });

  it('a completed job refuses changes of its due date', async () => {
    moveClockTo('2026-11-18 09:00');
    const leader = await bureau.as(['npn_view_all_tasks', 'npn_view_job', 'npn_completed_task']);
    const due_at = toInstant('2026-11-18 11:30');
    const editor = (await bureau.as(['npn_view_task', 'npn_editor_pte'])).user_id;
    const job = { due_at, job_date: '2026-11-18', job_name: 'Kept?' };
    const { task_id, job_id } = await buildTask(bureau.db, { status: 8, x1: 3, editor, workstream: 'PTE', job });
    await leader.call(endpoints.task.act, { task_id, version: 1, action: 'complete' });
    const { version } = await readJob(job_id);
    const change = { job_id, version, due_at: toInstant('2026-11-28 12:00'), due_reason: 'Đã hẹn lại' };
    expect((await boss.send(endpoints.job.update, change)).problem).toMatchObject({
      status: 422,
      errors: [{ field: 'due_at', code: 'job_completed' }],
    });
    // Other corrections are still possible.
    const same = { ...change, due_at, job_notes: 'Gửi lại hóa đơn' };
    expect((await boss.send(endpoints.job.update, same)).status).toBe(200);
  });
});
