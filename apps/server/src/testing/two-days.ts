import { endpoints } from '@darkroom/contract/endpoints';
import type { InputOf, OutputOf } from '@darkroom/contract/endpoint';
import { makeClock, createTestApp, type ApiClient, type TestApp } from './app.ts';
import { buildForecast } from './factories/forecasts.ts';
import { buildTask, type TaskFields } from './factories/work.ts';

const { floor, task } = endpoints;
type Handover = OutputOf<typeof floor.handover>;
type Step = Omit<InputOf<typeof task.act>, 'task_id' | 'version'>;

export const THURSDAY = { date_from: '2026-11-19', date_to: '2026-11-19' };
export const FRIDAY = { date_from: '2026-11-20', date_to: '2026-11-20' };

/** A small bureau on Friday at 11:00, after two days of work. */
export interface TwoDays {
  readonly bureau: TestApp;
  /** Returns a user with all permissions, signed in now. */
  boss(): ApiClient;
  /** Returns an editor without access to the TV board. */
  lan(): ApiClient;
  /** Moves the time to an hour in Bangkok in November. People sign in again. */
  setClock(day: number, hour: string): Promise<void>;
  /** Shift handovers of Thursday morning and of Thursday, read at their ends. */
  readonly atNoon: Handover;
  readonly atMidnight: Handover;
}

/** Plays two days of a small bureau through HTTP, each step by the right person. */
export async function createTwoDays(): Promise<TwoDays> {
  const clock = makeClock('2026-11-18T23:00:00.000Z');
  const bureau = await createTestApp({ clock });
  const { db } = bureau;
  const editorCodes = ['npn_view_task', 'npn_editor_pte', 'npn_start_task', 'npn_done_task'] as const;
  const all = ['npn_view_all_tasks', 'npn_view_all_customer_request', 'npn_assign_task', 'npn_do_any_task'] as const;
  let boss = await bureau.as([...all, 'npn_view_job', 'npn_change_job']);
  let lan = await bureau.as({ full_name: 'Lan', permissions: [...editorCodes] });
  let huy = await bureau.as(['npn_view_task', 'npn_qc_pte', 'npn_review_task']);
  const kinds = JSON.stringify([{ key: 'halo', vi: 'Viền', en: 'Halo', severity: 'minor' }]);
  await db
    .insertInto('metadata')
    .values({ data_type: 'JOB_TASK', key: 'fault_kinds', value: kinds })
    .onConflict((conflict) => conflict.columns(['data_type', 'key']).doUpdateSet({ value: kinds }))
    .execute();

  const setClock = async (day: number, hour: string) => {
    const instant = Date.parse(`2026-11-${day}T${hour.length === 5 ? `${hour}:00` : hour}+07:00`);
    clock.advance(instant - Date.parse(clock()));
    [boss, lan, huy] = await Promise.all([bureau.as(boss.user_id), bureau.as(lan.user_id), bureau.as(huy.user_id)]);
  };
  const created = new Map<string, { task_id: number; job_id: number }>();
  const createOrder = async (job_name: string, due_at: string | null, { job, ...fields }: TaskFields = {}) => {
    const createdAt = clock();
    const dueDate = due_at === null ? {} : { due_at, first_due_at: due_at };
    const of = { workstream: 'PTE', created_at: createdAt, status_since: createdAt, ...fields } as const;
    created.set(job_name, await buildTask(db, { ...of, job: { job_name, created_at: createdAt, ...dueDate, ...job } }));
  };
  const readVersion = async (name: string) => {
    const rows = db.selectFrom('task').select(['task_id', 'version']);
    return rows.where('task_id', '=', created.get(name)!.task_id).executeTakeFirstOrThrow();
  };
  const actOn = async (who: ApiClient, name: string, action: Step['action'], extraInput: Partial<Step> = {}) =>
    who.call(task.act, { ...(await readVersion(name)), action, ...extraInput });
  const readHandover = (request: Partial<InputOf<typeof floor.handover>>) =>
    boss.call(floor.handover, { ...THURSDAY, ...request });
  const urgent: TaskFields = { job: { job_priority: 'Urgent' } };

  // Completed on Wednesday, reworked on Thursday.
  await createOrder('Prints', '2026-11-25T03:00:00.000Z', { status: 9, x1: 4, editor: lan.user_id });
  await setClock(19, '08:00');
  await createOrder('Wedding', '2026-11-19T03:00:00.000Z');
  await createOrder('Album', '2026-11-23T03:00:00.000Z', urgent);
  await createOrder('New due date', '2026-11-19T04:00:00.000Z');
  await createOrder('Taken back', null, urgent);
  await createOrder('Plans', null, { ...urgent, workstream: 'OTS' });
  await setClock(19, '08:30');
  for (const name of ['Wedding', 'Taken back'])
    await boss.call(task.assign, { tasks: [await readVersion(name)], editor: lan.user_id });
  await setClock(19, '09:00');
  await actOn(lan, 'Wedding', 'start');
  await buildForecast(db, { job_id: created.get('Album')!.job_id, calculated_at: clock(), at_risk: true });
  // Started by mistake just before noon, and undone just after.
  await setClock(19, '11:59:40');
  await actOn(lan, 'Taken back', 'start');
  await setClock(19, '12:00');
  const atNoon = await readHandover({ shift: 'morning' });
  await setClock(19, '12:00:10');
  await lan.call(task.undo, { tasks: [await readVersion('Taken back')] });
  await setClock(19, '13:00');
  await actOn(boss, 'Prints', 'rework', { rework_quantity: 2, rework_notes: 'Warmer' });
  await setClock(19, '14:00');
  await actOn(lan, 'Wedding', 'done', { x1: 3 });
  await buildForecast(db, { job_id: created.get('Album')!.job_id, calculated_at: clock(), at_risk: false });
  await setClock(19, '15:00');
  await actOn(huy, 'Wedding', 'start_qc1');
  const { job_id } = created.get('New due date')!;
  const newDueDate = { due_at: '2026-11-25T04:00:00.000Z', due_reason: 'More pictures' };
  await boss.call(endpoints.job.update, { job_id, version: 1, ...newDueDate });
  await setClock(19, '15:10');
  await actOn(huy, 'Wedding', 'qc1_fault', { fault_kinds: ['halo'], note: 'A halo' });
  await setClock(20, '00:00');
  const atMidnight = await readHandover({});
  // Open work continues, and a new order arrives.
  await setClock(20, '08:00');
  await createOrder('Portrait', '2026-11-20T02:00:00.000Z', urgent);
  await actOn(lan, 'Wedding', 'resolve', { x1: 3 });
  await actOn(huy, 'Wedding', 'start_qc1');
  await actOn(huy, 'Wedding', 'qc1_done');
  await actOn(lan, 'Prints', 'rework_done');
  for (const action of ['start_qc2', 'qc2_done', 'complete'] as const) await actOn(boss, 'Wedding', action);
  await setClock(20, '11:00');
  return { bureau, boss: () => boss, lan: () => lan, setClock, atNoon, atMidnight };
}
