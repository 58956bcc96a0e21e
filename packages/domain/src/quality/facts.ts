import { dayOf, type Day, type Instant } from '../calendar/day.ts';
import { IN_REWORK, isIn, TaskStatus } from '../task/status.ts';
import type { TaskAction } from '../task/transitions.ts';

// Facts of quality in a task's history (decision 131): steps that checked the work, completed it for the first time, or sent it to rework.
// Each belongs to the Bangkok day of the step and to the editor of that time.

export const CHECKS_OF_WORK = ['qc1', 'qc2', 'recheck'] as const;
export type CheckOfWork = (typeof CHECKS_OF_WORK)[number];
export type FactKind = CheckOfWork | 'completed' | 'rework';

/** Steps that check work, with their check and result. */
export const CHECK_ACTIONS = {
  qc1_done: { kind: 'qc1', passed: true },
  qc1_fault: { kind: 'qc1', passed: false },
  qc2_done: { kind: 'qc2', passed: true },
  qc2_fault: { kind: 'qc2', passed: false },
  recheck: { kind: 'recheck', passed: true },
  recheck_fault: { kind: 'recheck', passed: false },
} as const satisfies Partial<Record<TaskAction, { kind: CheckOfWork; passed: boolean }>>;

/** The check that found the fault of a status. */
const CHECK_BY_FAULT: Partial<Record<TaskStatus, CheckOfWork>> = {
  [TaskStatus.QC1_FAULTS_FOUND]: 'qc1',
  [TaskStatus.QC2_FAULTS_FOUND]: 'qc2',
};

/** Fields of a step that quality needs. All steps of a task are given, oldest first. */
export interface QualityMove {
  readonly id: number;
  readonly action: string;
  readonly from_status: TaskStatus | null;
  readonly to_status: TaskStatus;
  readonly user_id: number | null;
  readonly at: Instant;
  readonly pieces: number;
  readonly fault_kinds: readonly string[] | null;
  readonly editor: number | null;
}

export interface QualityFact {
  readonly history_id: number;
  readonly kind: FactKind;
  readonly at: Instant;
  readonly day: Day;
  readonly editor: number | null;
  readonly checker: number | null;
  readonly pieces: number;
  /** True if the check passed. Null if it is another fact. */
  readonly passed: boolean | null;
  /** True for the first fact of this kind for the task, such as its first completion. */
  readonly first_of_kind: boolean;
  /** True for the first check of the task at all, in which its pieces are counted. */
  readonly first_check: boolean;
  /** Fault types that count. */
  readonly faults: readonly string[];
  /** Fault types that no longer count. */
  readonly excluded: readonly string[];
  /** True for rework after a customer's complaint. */
  readonly complaint: boolean;
}

/** Facts of a task that are not in its steps. */
export interface QualityContext {
  /** By step: the fault types that no longer count. Null means all of them. */
  readonly excluded: ReadonlyMap<number, readonly string[] | null>;
  /** Times at which complaints sent the task to rework. */
  readonly complaints: ReadonlySet<Instant>;
  /** True if the first steps are archived, so that no later step is the first of its kind. */
  readonly archived: boolean;
}

/** Removes steps that were undone, and the steps that undid them. */
export const withoutUndone = <M extends Pick<QualityMove, 'action'>>(moves: readonly M[]): M[] =>
  moves.filter(({ action }, index) => action !== 'undo' && moves[index + 1]?.action !== 'undo');

/** Returns the steps that count: neither undone nor part of a deleted rework. */
function filterCountingMoves(moves: readonly QualityMove[]): QualityMove[] {
  const countingMoves = withoutUndone(moves);
  const isInRework = ({ to_status }: QualityMove) => isIn(IN_REWORK, to_status);
  return countingMoves.filter(
    (move, index) =>
      !isInRework(move) || countingMoves.slice(index + 1).find((next) => !isInRework(next))?.action !== 'redo_delete',
  );
}

export function deriveQualityFacts(moves: readonly QualityMove[], context: QualityContext): QualityFact[] {
  const seenKinds = new Set<FactKind>(context.archived ? ['qc1', 'qc2', 'recheck', 'completed'] : []);
  const countingMoves = filterCountingMoves(moves);
  return countingMoves.flatMap((move, position) => {
    const check = findCheck(move);
    const kind = check?.kind ?? findMovement(move);
    if (kind === null) return [];
    const first_of_kind = kind === 'rework' || !seenKinds.has(kind);
    const first_check = isCheck(kind) && kind !== 'recheck' && !seenKinds.has('qc1') && !seenKinds.has('qc2');
    seenKinds.add(kind);
    // A completion after rework does not count as another task.
    if (kind === 'completed' && !first_of_kind) return [];
    const foundKinds = check && !check.passed ? collectFaultKinds(countingMoves, position) : [];
    const excludedKinds = context.excluded.get(move.id);
    const faults =
      excludedKinds === undefined
        ? foundKinds
        : foundKinds.filter((kind) => excludedKinds !== null && !excludedKinds.includes(kind));
    return [
      {
        history_id: move.id,
        kind,
        at: move.at,
        day: dayOf(move.at),
        editor: move.editor,
        checker: check ? move.user_id : null,
        pieces: move.pieces,
        passed: check ? check.passed || faults.length === 0 : null,
        first_of_kind,
        first_check,
        faults,
        excluded: foundKinds.filter((kind) => !faults.includes(kind)),
        complaint: kind === 'rework' && context.complaints.has(move.at),
      },
    ];
  });
}

const isCheck = (kind: FactKind): boolean => (CHECKS_OF_WORK as readonly FactKind[]).includes(kind);

/** Finds the check of a step. A correction (admin update) is a check only if it sets a fault with its types. */
function findCheck(move: QualityMove): { kind: CheckOfWork; passed: boolean } | null {
  if (Object.hasOwn(CHECK_ACTIONS, move.action)) return CHECK_ACTIONS[move.action as keyof typeof CHECK_ACTIONS];
  const kind = CHECK_BY_FAULT[move.to_status];
  const foundKindCount =
    move.action === 'admin_update' && move.from_status !== move.to_status && (move.fault_kinds?.length ?? 0);
  return foundKindCount && kind ? { kind, passed: false } : null;
}

/** Finds a completion or a move to rework, by any user. */
function findMovement({ from_status, to_status }: QualityMove): 'completed' | 'rework' | null {
  if (to_status === TaskStatus.COMPLETED && from_status !== TaskStatus.COMPLETED) return 'completed';
  return to_status === TaskStatus.REWORK && from_status === TaskStatus.COMPLETED ? 'rework' : null;
}

/** Collects the fault types of a check, including corrections made in the same status. */
function collectFaultKinds(countingMoves: readonly QualityMove[], position: number): string[] {
  let kinds = countingMoves[position]!.fault_kinds ?? [];
  for (const { action, from_status, to_status, fault_kinds } of countingMoves.slice(position + 1)) {
    if (from_status !== to_status || to_status !== countingMoves[position]!.to_status) break;
    if (action === 'admin_update' && fault_kinds?.length) kinds = fault_kinds;
  }
  return [...new Set(kinds)];
}
