import { endpoints } from '@darkroom/contract/endpoints';
import type { TaskRow } from '@darkroom/contract/task/task';
import { dayOf } from '@darkroom/domain/calendar/day';
import { TaskStatus as S } from '@darkroom/domain/task/status';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refused, type Caller } from '../bureau.ts';
import { pickTaskVersion, type Step } from '../work.ts';

/** Minutes of work per second of the film: eight hours in a minute. */
const MINUTES_PER_SECOND = 8;
/** Length of the film, in milliseconds. */
export const DAY_MS = 60_000;

const EDITORS = {
  PTE: `editor.pte anh.nguyen bich.tran cuong.le dung.pham duong.hoang giang.vo ha.phan hieu.truong hoa.bui hung.do lan.ngo
    linh.duong long.huynh my.dinh nam.mai`.split(/\s+/),
  OTS: 'editor.ots nga.ta nhat.lam phuong.chau quan.ha son.kieu tam.luu thu.quach'.split(' '),
} as const;
const QCS = 'qc.pte qc2.pte trang.thai trung.nghiem tuyet.doan vinh.tang qc.ots qc2.ots xuan.la yen.thach'.split(' ');
const LEADERS = ['leader.pte', 'leader.ots'];
const ORDERS =
  `Harbour loft|Kitchen in oak|Lakeside villa|Wedding at the mill|Spring catalogue|Floor plans, block C|Old town house|
  Garden at dusk|Attic with a view|Ring on velvet|Family of five|Office lobby|Terrace by the sea|Bakery window`
    .split('|')
    .map((name) => name.trim());
const FAULT_NOTES = ['The horizon leans', 'The window is burnt out', 'Dust in the sky', 'Colours unlike the reference'];

/** Progress of the day, for the caption of the film. */
export interface Progress {
  moves: number;
  /** Working hours that have passed, from 0 to 8. */
  hour: number;
}

interface Floor {
  call: (username: string) => Caller;
  progress: Progress;
  isOver: () => boolean;
}

/** Creates pseudo-random numbers that repeat for a seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const random = createRandom(7);
const pickOne = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;

/** Waits for this number of working minutes. */
const waitMinutes = (minutes: number) => sleep((minutes / MINUTES_PER_SECOND) * 1000);

/** Takes a step. A step that another person took first, or that the four-eyes rule refuses, is skipped. */
async function countMove(floor: Floor, step: Promise<unknown>): Promise<boolean> {
  try {
    await step;
    floor.progress.moves += 1;
    return true;
  } catch (error) {
    if (error instanceof Refused && error.status < 500) return false;
    throw error;
  }
}

type WorkTurn = (floor: Floor, call: Caller) => Promise<boolean>;
const listTasks = async (call: Caller, scope: 'mine' | 'waiting' | 'pool', limit = 20): Promise<TaskRow[]> =>
  (await call(endpoints.task.list, { scope, page_size: limit })).results;

const act = (call: Caller, task: TaskRow, step: Step) =>
  call(endpoints.task.act, { ...pickTaskVersion(task), ...step });

/** Takes the next step of an editor: finish started work, correct, start waiting work, else take free work. */
const editNext: WorkTurn = async (floor, call) => {
  const [startedTask] = await listTasks(call, 'mine', 1);
  if (startedTask) {
    const typicalMinutes = Math.min((startedTask.estimate_minutes ?? 5) * startedTask.quantity, 75);
    await waitMinutes(typicalMinutes * (0.4 + 0.5 * random()));
    return countMove(floor, act(call, startedTask, { action: 'done', x1: startedTask.quantity }));
  }
  const waiting = await listTasks(call, 'waiting');
  if (waiting.length > 0) {
    await waitMinutes(4);
    // A random task, so that a task that has to wait does not block the others.
    const next = pickOne(waiting);
    if (next.status === S.EDITOR_ASSIGNED) return countMove(floor, act(call, next, { action: 'start' }));
    if (next.status === S.REWORK) return countMove(floor, act(call, next, { action: 'rework_done' }));
    return countMove(floor, act(call, next, { action: 'resolve', x1: next.quantity }));
  }
  const available = await listTasks(call, 'pool');
  if (available.length === 0) return false;
  const { user } = await call(endpoints.user.me, {});
  return countMove(
    floor,
    call(endpoints.task.assign, { tasks: [pickTaskVersion(pickOne(available))], editor: user.id }),
  );
};

/** Takes the next step of a QC: finish the started check, recheck rework, else start the next check. */
const checkNext: WorkTurn = async (floor, call) => {
  const [startedTask] = await listTasks(call, 'mine', 1);
  if (startedTask) {
    await waitMinutes(5 + 8 * random());
    const stage = startedTask.status === S.QC1_START ? 'qc1' : 'qc2';
    if (random() > 0.12) return countMove(floor, act(call, startedTask, { action: `${stage}_done` }));
    const { results } = await call(endpoints.setting.metadata, { data_type: 'JOB_TASK' });
    const kinds = results.find(({ key }) => key === 'fault_kinds')?.value as { key: string }[];
    const fault: Step = { action: `${stage}_fault`, note: pickOne(FAULT_NOTES), fault_kinds: [pickOne(kinds).key] };
    return countMove(floor, act(call, startedTask, fault));
  }
  const recheckTask = (await listTasks(call, 'waiting')).find(({ status }) => status === S.DONE_REWORK);
  if (recheckTask) return countMove(floor, act(call, recheckTask, { action: 'recheck' }));
  const available = await listTasks(call, 'pool', 6);
  if (available.length === 0) return false;
  // A random task, so that not all QCs take the first one.
  const next = pickOne(available);
  return countMove(
    floor,
    act(call, next, { action: next.status === S.QC1_DONE || next.fault_stage === 2 ? 'start_qc2' : 'start_qc1' }),
  );
};

/**
 * Takes the turn of a leader: completes tasks that passed both checks, and assigns some free tasks to the suggested
 * editor.
 */
const runLeaderTurn: WorkTurn = async (floor, call) => {
  await waitMinutes(15);
  const passed = await call(endpoints.task.list, { status: [S.QC2_DONE, S.DONE_REWORK], page_size: 50 });
  const done = passed.results.filter(({ status, rework_qc_2 }) => status === S.QC2_DONE || rework_qc_2 !== null);
  if (done.length > 0) {
    const { done: completed } = await call(endpoints.task.bulk, {
      action: 'complete',
      tasks: done.map(pickTaskVersion),
    });
    floor.progress.moves += completed.length;
  }
  const open = (await call(endpoints.task.list, { status: [S.TO_DO], page_size: 4 })).results;
  for (const task of open) {
    const [first] = (await call(endpoints.task.advice, { tasks: [task.task_id] })).results;
    if (first)
      await countMove(floor, call(endpoints.task.assign, { tasks: [pickTaskVersion(task)], editor: first.user_id }));
  }
  return true;
};

/** Enters customers' orders, slightly more of them in the morning. */
const enterOrder: WorkTurn = async (floor, call) => {
  await waitMinutes(6 + 3 * floor.progress.hour);
  const { cus2_list } = await call(endpoints.customer.list, {});
  const { cat2 } = await call(endpoints.category.list, {});
  const enabledCategories = Object.values(cat2).filter(({ enabled }) => enabled);
  const job_details = Array.from({ length: 1 + Math.floor(3 * random()) }, () => {
    const category = pickOne(enabledCategories);
    return {
      service_cat1_id: category.cat1.id,
      service_cat2_id: category.id,
      quantity: 4 + Math.floor(20 * random()),
      note: '',
    };
  });
  const job = {
    job_date: dayOf(Date.now()),
    customer2_id: pickOne(cus2_list).id,
    job_name: pickOne(ORDERS),
    job_link: null,
    job_priority: random() < 0.15 ? ('Urgent' as const) : null,
    job_notes: '',
    job_details,
  };
  return countMove(floor, call(endpoints.job.bulkAdd, { jobs: [job] }));
};

/** All people of this day, with their work. */
const CREW: readonly (readonly [username: string, turn: WorkTurn])[] = [
  ...[...EDITORS.PTE, ...EDITORS.OTS].map((username) => [username, editNext] as const),
  ...QCS.map((username) => [username, checkNext] as const),
  ...LEADERS.map((username) => [username, runLeaderTurn] as const),
  ['cs', enterOrder],
];
export const WORKER_COUNT = CREW.length;

/** Signs everyone in, so that no sign-in is part of the day. */
export async function signInAll(call: (username: string) => Caller): Promise<void> {
  for (const [username] of CREW) await call(username)(endpoints.user.me, {});
}

/** Runs a day of the bureau in a minute, with a request for each move. Reports the time of the day in `progress`. */
export async function simulateDay(call: (username: string) => Caller, progress: Progress): Promise<void> {
  const startedAt = performance.now();
  const measurePassedTime = () => performance.now() - startedAt;
  const floor: Floor = { call, progress, isOver: () => measurePassedTime() >= DAY_MS };
  const runPerson = async (username: string, takeTurn: WorkTurn) => {
    await waitMinutes(20 * random());
    while (!floor.isOver()) {
      progress.hour = Math.min(8, (8 * measurePassedTime()) / DAY_MS);
      if (!(await takeTurn(floor, call(username)))) await waitMinutes(6 + 4 * random());
    }
  };
  await Promise.all(CREW.map(([username, takeTurn]) => runPerson(username, takeTurn)));
}
