import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@darkroom/contract/endpoints';
import { sql } from 'kysely';
import { archiveSteps } from '../../archive/steps-archive.ts';
import { loadSteps } from '../../archive/steps-load.ts';
import { verifyDatabase } from '../../backup/verify.ts';
import { rollUpAllQuality } from '../../features/quality/rollup.service.ts';
import { seedBuiltIn } from '../../db/built-in-data.ts';
import { makeClock, createTestApp, type ApiClient } from '../app.ts';
import { buildDetail, buildSupporter, buildTask } from '../factories/work.ts';

const { task: tasks } = endpoints;
const MINUTE = 60_000;
/** Today in these tests. */
export const NOW = '2026-11-20T02:00:00.000Z';
const EDITOR_CODES = ['npn_view_task', 'npn_editor_pte', 'npn_start_task', 'npn_done_task'] as const;
const QC_CODES = ['npn_view_task', 'npn_qc_pte', 'npn_review_task'] as const;
const LEADER_CODES = [
  'npn_view_all_tasks',
  'npn_assign_task',
  'npn_completed_task',
  'npn_rework_task',
  'npn_view_redo',
] as const;

/** Creates a bureau with tasks completed in March and April 2024 and in this month, and a folder for the archive. */
export async function createFinishedBureau() {
  const bureau = await createTestApp({ clock: makeClock('2024-03-20T02:00:00.000Z') });
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-test-'));
  await seedBuiltIn(bureau.db);
  const ids = {
    editor: (await bureau.as({ full_name: 'Lan', permissions: EDITOR_CODES })).user_id,
    helper: (
      await bureau.as({ full_name: 'Nga', permissions: [...EDITOR_CODES, ...QC_CODES, 'npn_view_all_pte_tasks'] })
    ).user_id,
    firstQc: (await bureau.as({ full_name: 'Minh', permissions: QC_CODES })).user_id,
    secondQc: (await bureau.as({ full_name: 'Tú', permissions: QC_CODES })).user_id,
    leader: (await bureau.as({ full_name: 'Hoa', permissions: LEADER_CODES })).user_id,
  };

  /** Signs the people in at the current time. */
  async function signInAll(): Promise<Record<keyof typeof ids, ApiClient>> {
    const [editor, helper, firstQc, secondQc, leader] = await Promise.all(
      Object.values(ids).map((id) => bureau.as(id)),
    );
    return { editor: editor!, helper: helper!, firstQc: firstQc!, secondQc: secondQc!, leader: leader! };
  }

  const doStep = async (by: ApiClient, task_id: number, action: string, more: object = {}) => {
    const { rows } = await sql<{ version: number }>`select version from task where task_id = ${task_id}`.execute(
      bureau.db,
    );
    bureau.clock.advance(MINUTE);
    return by.call(tasks.act, { task_id, version: rows[0]!.version, action, ...more } as never);
  };

  /** Moves a task from To Do to Completed, with a fault before completion if `faulty`. */
  async function finishTask(task_id: number, { faulty = false } = {}): Promise<void> {
    const { editor, firstQc, secondQc, leader } = await signInAll();
    await leader.call(tasks.assign, { tasks: [{ task_id, version: 1 }], editor: ids.editor });
    await doStep(editor, task_id, 'start');
    await doStep(editor, task_id, 'done', { x1: 4 });
    await doStep(firstQc, task_id, 'start_qc1');
    if (faulty) {
      await doStep(firstQc, task_id, 'qc1_fault', { note: 'Viền "trắng"\n', fault_kinds: ['halo'] });
      await doStep(editor, task_id, 'resolve');
      await doStep(firstQc, task_id, 'start_qc1');
    }
    await doStep(firstQc, task_id, 'qc1_done');
    await doStep(secondQc, task_id, 'start_qc2');
    await doStep(secondQc, task_id, 'qc2_done');
    await doStep(leader, task_id, 'complete');
    await rollUpAllQuality(bureau.db, bureau.clock());
  }

  async function reworkTask(task_id: number): Promise<void> {
    const { editor, firstQc, secondQc, leader } = await signInAll();
    await doStep(leader, task_id, 'rework', { rework_quantity: 2, rework_notes: 'Tối quá' });
    await doStep(editor, task_id, 'rework_done');
    await doStep(firstQc, task_id, 'recheck');
    await doStep(secondQc, task_id, 'recheck');
    await doStep(leader, task_id, 'complete');
  }

  const createTask = async () => (await buildTask(bureau.db, { workstream: 'PTE' })).task_id;
  const readHistory = async (task_id: number) => (await signInAll()).leader.call(tasks.history, { task_id });
  const readSteps = async (...of: number[]) =>
    (
      await sql<{ row: string }>`
        select to_jsonb(h)::text as row from task_history h where task_id = any(${of}::int[]) order by id`.execute(
        bureau.db,
      )
    ).rows.map(({ row }) => row);
  const archive = (before = '2024-06') =>
    archiveSteps(bureau.directUrl, { before, folder, now: new Date(bureau.clock()) });
  const findBrokenChecks = async () =>
    (await verifyDatabase(bureau.directUrl)).filter((finding) => finding.ids.length > 0);
  const load = (file: string) =>
    loadSteps(bureau.directUrl, { file: join(folder, file), now: new Date(bureau.clock()) });
  const advanceTo = (instant: string) => bureau.clock.advance(Date.parse(instant) - Date.parse(bureau.clock()));

  // Two tasks of March 2024, the first with a fault, and one of April. Three tasks stay: in rework, next to an open
  // task, and of this year.
  const faulty = await createTask();
  await buildSupporter(bureau.db, { task_id: faulty, user_id: ids.helper, created_at: bureau.clock() });
  await finishTask(faulty, { faulty: true });
  const plain = await createTask();
  await finishTask(plain);
  const reworked = await createTask();
  await finishTask(reworked);
  await reworkTask(reworked);
  const { job_detail_id } = await buildDetail(bureau.db, { workstream: 'PTE' });
  const sibling = (await buildTask(bureau.db, { job_detail_id })).task_id;
  await buildTask(bureau.db, { job_detail_id });
  await finishTask(sibling);
  advanceTo('2024-04-10T02:00:00.000Z');
  const april = await createTask();
  await finishTask(april);
  advanceTo('2026-11-02T02:00:00.000Z');
  const recent = await createTask();
  await finishTask(recent);
  advanceTo(NOW);

  return {
    bureau,
    folder,
    signInAll,
    doStep,
    readHistory,
    readSteps,
    archive,
    findBrokenChecks,
    load,
    faulty,
    plain,
    april,
    reworked,
    sibling,
    recent,
    close: async () => {
      await bureau.close();
      rmSync(folder, { recursive: true });
    },
  };
}
