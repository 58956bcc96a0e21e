import type { Instant } from '@darkroom/domain/calendar/day';
import type { Actor } from '@darkroom/domain/task/decide';
import type { ActionInput } from '@darkroom/domain/task/needs';
import { TaskStatus } from '@darkroom/domain/task/status';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import type { WorkstreamPeople } from '../work/schedule.ts';
import { createNewState, applyAction, type SimulatedTask } from '../work/simulated-task.ts';

type Part = 'leader' | 'editor' | 'first_qc' | 'second_qc';

const PASS_ACTIONS = ['assign', 'start', 'done', 'start_qc1', 'qc1_done', 'start_qc2', 'qc2_done', 'complete'] as const;
const completeWith = (last: (typeof PASS_ACTIONS)[number]): TaskAction[] =>
  PASS_ACTIONS.slice(0, PASS_ACTIONS.indexOf(last) + 1);
const FIXED_ACTIONS: TaskAction[] = [...completeWith('start_qc1'), 'qc1_fault', 'resolve'];

/** Numbers of the additional paths to Completed: after a fault, and after a rework. */
export const COMPLETED_AFTER_FAULT = 20;
export const COMPLETED_AFTER_REWORK = 21;

/** Shortest path to every status, by number of the status. */
const TASK_PATHS: Readonly<Record<number, readonly TaskAction[]>> = {
  [TaskStatus.TO_DO]: [],
  [TaskStatus.EDITOR_ASSIGNED]: completeWith('assign'),
  [TaskStatus.PROCESSING]: completeWith('start'),
  [TaskStatus.WAITING_TO_QC]: completeWith('done'),
  [TaskStatus.QC1_START]: completeWith('start_qc1'),
  [TaskStatus.QC1_DONE]: completeWith('qc1_done'),
  [TaskStatus.QC2_START]: completeWith('start_qc2'),
  [TaskStatus.QC2_DONE]: completeWith('qc2_done'),
  [TaskStatus.COMPLETED]: PASS_ACTIONS,
  [TaskStatus.QC1_FAULTS_FOUND]: [...completeWith('start_qc1'), 'qc1_fault'],
  [TaskStatus.QC2_FAULTS_FOUND]: [...completeWith('start_qc2'), 'qc2_fault'],
  [TaskStatus.RESOLVED]: FIXED_ACTIONS,
  [TaskStatus.REWORK]: [...PASS_ACTIONS, 'rework'],
  [TaskStatus.DONE_REWORK]: [...PASS_ACTIONS, 'rework', 'rework_done'],
  [COMPLETED_AFTER_FAULT]: [...FIXED_ACTIONS, ...PASS_ACTIONS.slice(PASS_ACTIONS.indexOf('start_qc1'))],
  [COMPLETED_AFTER_REWORK]: [...PASS_ACTIONS, 'rework', 'rework_done', 'recheck', 'recheck', 'complete'],
};

const PARTS: Partial<Record<TaskAction, Part>> = {
  start: 'editor',
  done: 'editor',
  resolve: 'editor',
  rework_done: 'editor',
  start_qc1: 'first_qc',
  qc1_done: 'first_qc',
  qc1_fault: 'first_qc',
  start_qc2: 'second_qc',
  qc2_done: 'second_qc',
  qc2_fault: 'second_qc',
};

/** Returns the role that takes a step. QC 1 does the first of the two rechecks. */
const getPart = (action: TaskAction, before: readonly { readonly action: string }[]): Part => {
  if (action === 'recheck') return before.some((move) => move.action === 'recheck') ? 'second_qc' : 'first_qc';
  return PARTS[action] ?? 'leader';
};

const FAULT: ActionInput = { fault_kinds: ['colour_cast'], note: 'Ảnh 3 ám vàng, cân lại trắng' };
const INPUTS: Partial<Record<TaskAction, ActionInput>> = {
  // One piece represents all pieces of a task. The rows replace it by the real number.
  done: { x1: 1 },
  qc1_fault: FAULT,
  qc2_fault: FAULT,
  rework: { rework_quantity: 1, rework_notes: 'Khách muốn trời trong hơn' },
};

/** State of a task at the end of a path. SQL adds people and times. */
export interface PathEnd {
  way: number;
  status: number;
  moves: number;
  editor: boolean;
  first_qc: boolean;
  second_qc: boolean;
  counted: boolean;
  started: boolean;
  ended: boolean;
  status_before_check: number | null;
  fault_stage: number | null;
  rework_quantity: number | null;
  rework_notes: string | null;
  /** Position of the step that sent the task to rework. */
  rework_move: number | null;
  /** True if both QCs have rechecked the rework. */
  rechecked: boolean;
}

export interface PathStep {
  way: number;
  step: number;
  action: string;
  event: number | null;
  from_status: number;
  to_status: number;
  part: Part;
  counted: boolean;
  editor: boolean;
  first_qc: boolean;
  second_qc: boolean;
  note: string | null;
  fault_kinds: readonly string[] | null;
}

/** Runs every path once with the rules of the domain. */
export function simulatePaths(
  { editors, qcs, leaders }: WorkstreamPeople,
  now: Instant,
): { ends: PathEnd[]; steps: PathStep[] } {
  const [editor, first_qc, second_qc, leader] = [editors[0], qcs[0], qcs[1], leaders[0]];
  if (!editor || !first_qc || !second_qc || !leader) throw new Error('four people are needed to complete a task');
  const people: Record<Part, Actor> = { editor, first_qc, second_qc, leader };
  const ends: PathEnd[] = [];
  const steps: PathStep[] = [];
  for (const [name, actions] of Object.entries(TASK_PATHS)) {
    const way = Number(name);
    const task = createNewTask(now);
    for (const action of actions) {
      const input = action === 'assign' ? { editor: editor.user_id } : INPUTS[action];
      applyAction(task, action, people[getPart(action, task.history)], now, input);
    }
    const { state } = task;
    ends.push({
      way,
      status: state.status,
      moves: actions.length,
      editor: state.editor !== null,
      first_qc: state.first_qc !== null,
      second_qc: state.second_qc !== null,
      counted: state.x1 > 0,
      started: state.start_time !== null,
      ended: state.end_time !== null,
      status_before_check: state.status_before_check,
      fault_stage: state.fault_stage,
      rework_quantity: state.rework_quantity,
      rework_notes: state.rework_notes,
      rework_move: actions.includes('rework') ? actions.indexOf('rework') + 1 : null,
      rechecked: state.rework_qc_2 !== null,
    });
    steps.push(
      ...task.history.map((move, index) => ({
        way,
        step: index + 1,
        action: move.action,
        event: move.event,
        from_status: move.from_status,
        to_status: move.to_status,
        part: getPart(move.action, task.history.slice(0, index)),
        counted: move.x1 > 0,
        editor: move.editor !== null,
        first_qc: move.first_qc !== null,
        second_qc: move.second_qc !== null,
        note: move.note,
        fault_kinds: move.fault_kinds,
      })),
    );
  }
  return { ends, steps };
}

const createNewTask = (now: Instant): SimulatedTask => ({
  task_id: 0,
  job_detail_id: 0,
  workstream: 'PTE',
  state: createNewState('PTE'),
  version: 1,
  notes: '',
  created_at: now,
  created_by: 0,
  status_since: now,
  history: [],
});
