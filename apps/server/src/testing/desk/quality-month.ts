import { endpoints } from '@darkroom/contract/endpoints';
import type { QualityCounts } from '@darkroom/domain/quality/figures';
import type { Database } from '../../db/connect.ts';
import { rollUpAllQuality } from '../../features/quality/rollup.service.ts';
import { seedBuiltIn } from '../../db/built-in-data.ts';
import { createTestApp, type Client } from '../app.ts';
import { buildCategory } from '../factories/catalogue.ts';
import { buildTask } from '../factories/work.ts';

/** The month whose figures are calculated by hand. */
export const NOVEMBER = { date_from: '2026-11-01', date_to: '2026-11-30' };

export type Step = readonly [action: string, from: number, to: number, by: Client, kinds?: readonly string[]];

/** Writes a task's steps into the history, an hour apart from an instant on. The task gets the status of the last step. */
export async function buildSteps(
  db: Database,
  editor: Client,
  at: string,
  pieces: number,
  steps: readonly Step[],
  more: Partial<Parameters<typeof buildTask>[1]> = {},
): Promise<number> {
  const task = await buildTask(db, {
    workstream: 'PTE',
    status: steps.at(-1)![2],
    editor: editor.user_id,
    x1: pieces,
    version: steps.length + 1,
    ...more,
  });
  for (const [place, [action, from, to, by, kinds]] of steps.entries())
    await db
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

type QualityPeople = Record<'qc' | 'qc2' | 'leader', Client>;
const listPassedSteps = ({ qc, qc2, leader }: QualityPeople): Step[] => [
  ['qc1_done', 5, 6, qc],
  ['qc2_done', 7, 8, qc2],
  ['complete', 8, 9, leader],
];

/** Creates a bureau with a month of checks: three editors, two QCs, a leader of PTE. */
export async function createQualityMonth() {
  const bureau = await createTestApp();
  await seedBuiltIn(bureau.db);
  const editing = ['npn_view_task', 'npn_start_task', 'npn_done_task', 'npn_editor_pte'] as const;
  const [lan, minh, vy] = (await Promise.all(
    ['Lan', 'Minh', 'Vy'].map((full_name) => bureau.as({ full_name, permissions: editing })),
  )) as [Client, Client, Client];
  const checking = ['npn_view_task', 'npn_review_task', 'npn_qc_pte'] as const;
  const qc = await bureau.as({ full_name: 'Quân', permissions: checking });
  const qc2 = await bureau.as({ full_name: 'Quế', permissions: checking });
  const leader = await bureau.as({
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
  const retouch = (await buildCategory(bureau.db, { workstream: 'PTE' })).id;
  const detail = { service_cat2_id: retouch };
  // October is the period before.
  await buildSteps(bureau.db, lan, '2026-10-12T02:00:00.000Z', 50, listPassedSteps({ qc, qc2, leader }));
  // Lan has three tasks without fault, one with two faults at QC 1, and one with a fault at QC 2.
  for (const day of ['02', '03', '09'])
    await buildSteps(bureau.db, lan, `2026-11-${day}T02:00:00.000Z`, 10, listPassedSteps({ qc, qc2, leader }), {
      detail,
    });
  const faulty = await buildSteps(bureau.db, lan, '2026-11-10T02:00:00.000Z', 20, [
    ['qc1_fault', 5, 10, qc, ['halo', 'exposure']],
    ['resolve', 10, 12, lan],
    ['qc1_done', 5, 6, qc],
    ['qc2_done', 7, 8, qc2],
    ['complete', 8, 9, leader],
    ['rework', 9, 13, leader],
  ]);
  await buildSteps(bureau.db, lan, '2026-11-11T02:00:00.000Z', 5, [
    ['qc1_done', 5, 6, qc],
    ['qc2_fault', 7, 11, qc2, ['file_missing']],
  ]);
  // Minh has an undone fault that then passed, one check in the last hour of the month, and one in the first hour of the next.
  const undone = await buildSteps(bureau.db, minh, '2026-11-16T02:00:00.000Z', 8, [
    ['qc1_fault', 5, 10, qc, ['halo']],
    ['undo', 10, 5, qc],
    ['qc1_done', 5, 6, qc],
  ]);
  await buildSteps(bureau.db, minh, '2026-11-30T16:30:00.000Z', 4, [['qc1_done', 5, 6, qc]]);
  await buildSteps(bureau.db, minh, '2026-11-30T17:00:00.000Z', 4, [['qc1_done', 5, 6, qc]]);
  // Vy has a correction that is not a check, and one that sets a fault.
  await buildSteps(bureau.db, vy, '2026-11-17T02:00:00.000Z', 6, [['admin_update', 4, 6, leader]]);
  await buildSteps(bureau.db, vy, '2026-11-18T02:00:00.000Z', 6, [['admin_update', 6, 11, leader, ['exposure']]]);
  // The other workstream has no leader in this bureau.
  await buildSteps(bureau.db, vy, '2026-11-18T02:00:00.000Z', 7, listPassedSteps({ qc, qc2, leader }), {
    workstream: 'OTS',
  });
  await rollUpAllQuality(bureau.db, bureau.clock());
  return { bureau, lan, minh, vy, qc, qc2, leader, retouch, faulty, takenBack: undone };
}

export const readQuality = (by: Client, more: object = {}) =>
  by.call(endpoints.quality.report, { ...NOVEMBER, by: 'editor', ...more });

/** Picks the counters that are not 0. */
export const pickNonZero = (counts: QualityCounts) =>
  Object.fromEntries(Object.entries(counts).filter(([, n]) => n !== 0));
