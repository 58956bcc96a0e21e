import type { Workstream } from '@darkroom/domain/customer/enums';
import type { Actor } from '@darkroom/domain/task/decide';
import { TaskStatus } from '@darkroom/domain/task/status';
import { createAgenda } from './agenda.ts';
import type { Random } from '../random.ts';
import type { PlannedStep } from './task-plan.ts';
import { resetTask, applyAction, type SimulatedTask } from './simulated-task.ts';
import type { WorkTime } from './work-time.ts';

/** People of one workstream. */
export interface WorkstreamPeople {
  editors: readonly Actor[];
  qcs: readonly Actor[];
  leaders: readonly Actor[];
}
export type Floor = Readonly<Record<Workstream, WorkstreamPeople>>;

/** A task with its planned steps. */
export interface PlannedTask {
  task: SimulatedTask;
  steps: readonly PlannedStep[];
  /** Time of its arrival, on the line of working time. */
  created: number;
}

interface ScheduleContext {
  floor: Floor;
  time: WorkTime;
  random: Random;
}

/**
 * Plays tasks forward from their arrival: the next person takes each step when they are free. Returns the tasks that
 * would not be finished by now, in their first state.
 */
export function scheduleForward(
  planned: readonly PlannedTask[],
  { floor, time, random }: ScheduleContext,
): PlannedTask[] {
  const freeAt = new Map<number, number>();
  const unfinished: PlannedTask[] = [];
  const queue = createAgenda<{ one: PlannedTask; next: number; ready: number }>();
  for (const item of planned)
    if (item.steps[0]) queue.add({ one: item, next: 0, ready: item.created + item.steps[0].wait });
  for (let due = queue.take(); due; due = queue.take()) {
    const { one, next, ready } = due;
    const step = one.steps[next] as PlannedStep;
    const pickLeastBusy = (people: readonly Actor[]): Actor =>
      findLeast(sample(people, 4, random), ({ user_id }) => freeAt.get(user_id) ?? 0);
    const { actor, editor } = pickActor(step, one.task, floor[one.task.workstream], pickLeastBusy);
    const freeFrom = step.busy === undefined ? 0 : (freeAt.get(actor.user_id) ?? 0);
    const moment = Math.max(ready, freeFrom);
    if (moment > time.now) {
      resetTask(one.task);
      unfinished.push(one);
      continue;
    }
    if (step.busy) freeAt.set(actor.user_id, moment + step.busy);
    applyAction(one.task, step.action, actor, time.instant(moment), editor ? { editor: editor.user_id } : step.input);
    const following = one.steps[next + 1];
    if (following) queue.add({ one, next: next + 1, ready: moment + following.wait });
  }
  return unfinished;
}

/**
 * Plays tasks backward from a last step at `last`, with shorter waits if the task is new. This gives the work its
 * planned state at this moment.
 */
export function scheduleBackward(
  planned: readonly (PlannedTask & { last: number })[],
  { floor, time, random }: ScheduleContext,
): void {
  const waitingLoad = new Map<number, number>();
  const runningLoad = new Map<number, number>();
  for (const { task, steps, created, last } of planned) {
    const totalWait = steps.reduce((sum, step) => sum + step.wait, 0);
    const scale = Math.min(1, (last - created) / totalWait);
    // People who already have started work are picked last for a step that starts work. Waiting work is shared evenly.
    const load = hasStarted(steps) ? runningLoad : waitingLoad;
    const pickLeastLoaded = (people: readonly Actor[]): Actor =>
      findLeast(random.shuffle(people), ({ user_id }) => load.get(user_id) ?? 0);
    let moment = last - totalWait * scale;
    for (const step of steps) {
      moment += step.wait * scale;
      const { actor, editor } = pickActor(step, task, floor[task.workstream], pickLeastLoaded);
      applyAction(task, step.action, actor, time.instant(moment), editor ? { editor: editor.user_id } : step.input);
    }
    const holder = getHolder(task);
    if (holder !== null) load.set(holder, (load.get(holder) ?? 0) + 1);
  }
}

/** Returns true if the last step starts work. */
const hasStarted = (steps: readonly PlannedStep[]): boolean => {
  const last = steps.at(-1)?.action;
  return last === 'start' || last === 'rework' || last === 'start_qc1' || last === 'start_qc2';
};

/** Picks the person for a step. For an assignment, also picks the new editor. */
function pickActor(
  step: PlannedStep,
  { state }: SimulatedTask,
  staff: WorkstreamPeople,
  choose: (people: readonly Actor[]) => Actor,
): { actor: Actor; editor?: Actor } {
  const findPerson = (people: readonly Actor[], id: number | null): Actor | undefined =>
    people.find((person) => person.user_id === id);
  const pickUninvolved = (...taken: (number | null)[]): Actor =>
    choose(staff.qcs.filter((qc) => ![state.editor, ...taken].includes(qc.user_id)));
  switch (step.part) {
    case 'leader': {
      const actor = choose(staff.leaders);
      return step.action === 'assign' ? { actor, editor: choose(withoutSupporters(staff.editors, state)) } : { actor };
    }
    case 'taker': {
      const editor = choose(withoutSupporters(staff.editors, state));
      return { actor: editor, editor };
    }
    case 'editor':
      return { actor: findPerson(staff.editors, state.editor) ?? choose(staff.editors) };
    // After a fault, the same QC checks again.
    case 'first_qc':
      return { actor: findPerson(staff.qcs, state.first_qc) ?? pickUninvolved(state.second_qc) };
    case 'second_qc':
      return { actor: findPerson(staff.qcs, state.second_qc) ?? pickUninvolved(state.first_qc) };
    case 'rechecker':
      return { actor: pickUninvolved(state.rework_qc_1) };
    default: {
      const never: never = step.part;
      return never;
    }
  }
}

const withoutSupporters = (people: readonly Actor[], { supporters }: SimulatedTask['state']): readonly Actor[] =>
  supporters.length === 0
    ? people
    : people.filter((person) => !supporters.some((supporter) => supporter.user_id === person.user_id));

/** Returns the person who has the task at the end. */
function getHolder({ state }: SimulatedTask): number | null {
  switch (state.status) {
    case TaskStatus.QC1_START:
      return state.first_qc;
    case TaskStatus.QC2_START:
      return state.second_qc;
    case TaskStatus.COMPLETED:
      return null;
    default:
      return state.editor;
  }
}

const findLeast = (people: readonly Actor[], measure: (one: Actor) => number): Actor =>
  people.reduce((best, one) => (measure(one) < measure(best) ? one : best));

const sample = (people: readonly Actor[], count: number, random: Random): Actor[] =>
  people.length <= count ? [...people] : Array.from({ length: count }, () => random.pick(people));
