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
  qc1_done: { what: 'qc1', passed: true },
  qc1_fault: { what: 'qc1', passed: false },
  qc2_done: { what: 'qc2', passed: true },
  qc2_fault: { what: 'qc2', passed: false },
  recheck: { what: 'recheck', passed: true },
  recheck_fault: { what: 'recheck', passed: false },
} as const satisfies Partial<Record<TaskAction, { what: CheckOfWork; passed: boolean }>>;

/** The check that found the fault of a status. */
const FAULT_OF: Partial<Record<TaskStatus, CheckOfWork>> = {
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
  readonly what: FactKind;
  readonly at: Instant;
  readonly day: Day;
  readonly editor: number | null;
  /** The QC of the check. */
  readonly checker: number | null;
  readonly pieces: number;
  /** Whether the check passed. Null for other facts. */
  readonly passed: boolean | null;
  /** First fact of this kind for the task, such as its first completion. */
  readonly first: boolean;
  /** First check of the task at all, in which its pieces are counted. */
  readonly opening: boolean;
  /** Fault types that count. */
  readonly faults: readonly string[];
  /** Fault types that no longer count. */
  readonly excluded: readonly string[];
  /** Rework after a customer's complaint. */
  readonly complaint: boolean;
}

/** Facts of a task that are not in its steps. */
export interface Known {
  /** By step: the fault types that no longer count. Null means all of them. */
  readonly excluded: ReadonlyMap<number, readonly string[] | null>;
  /** Times at which complaints sent the task to rework. */
  readonly complaints: ReadonlySet<Instant>;
  /** The first steps are archived, so no later step is the first of its kind. */
  readonly archived: boolean;
}

/** Steps without those that were undone and without the undoing. */
export const standing = <M extends Pick<QualityMove, 'action'>>(moves: readonly M[]): M[] =>
  moves.filter(({ action }, at) => action !== 'undo' && moves[at + 1]?.action !== 'undo');

/** Steps that count: neither undone nor part of a deleted rework. */
function counting(moves: readonly QualityMove[]): QualityMove[] {
  const stand = standing(moves);
  const inside = ({ to_status }: QualityMove) => isIn(IN_REWORK, to_status);
  return stand.filter(
    (move, at) => !inside(move) || stand.slice(at + 1).find((next) => !inside(next))?.action !== 'redo_delete',
  );
}

/** Facts of a task's history. */
export function qualityFacts(moves: readonly QualityMove[], known: Known): QualityFact[] {
  const seen = new Set<FactKind>(known.archived ? ['qc1', 'qc2', 'recheck', 'completed'] : []);
  const stand = counting(moves);
  return stand.flatMap((move, place) => {
    const judged = judgement(move);
    const what = judged?.what ?? movement(move);
    if (what === null) return [];
    const first = what === 'rework' || !seen.has(what);
    const opening = isCheck(what) && what !== 'recheck' && !seen.has('qc1') && !seen.has('qc2');
    seen.add(what);
    // A completion after rework does not count as another task.
    if (what === 'completed' && !first) return [];
    const named = judged && !judged.passed ? kindsOf(stand, place) : [];
    const without = known.excluded.get(move.id);
    const faults = without === undefined ? named : named.filter((kind) => without !== null && !without.includes(kind));
    return [
      {
        history_id: move.id,
        what,
        at: move.at,
        day: dayOf(move.at),
        editor: move.editor,
        checker: judged ? move.user_id : null,
        pieces: move.pieces,
        passed: judged ? judged.passed || faults.length === 0 : null,
        first,
        opening,
        faults,
        excluded: named.filter((kind) => !faults.includes(kind)),
        complaint: what === 'rework' && known.complaints.has(move.at),
      },
    ];
  });
}

const isCheck = (what: FactKind): boolean => (CHECKS_OF_WORK as readonly FactKind[]).includes(what);

/** A correction (admin update) is a check only when it sets a fault with its types. */
function judgement(move: QualityMove): { what: CheckOfWork; passed: boolean } | null {
  if (Object.hasOwn(CHECK_ACTIONS, move.action)) return CHECK_ACTIONS[move.action as keyof typeof CHECK_ACTIONS];
  const what = FAULT_OF[move.to_status];
  const finds =
    move.action === 'admin_update' && move.from_status !== move.to_status && (move.fault_kinds?.length ?? 0);
  return finds && what ? { what, passed: false } : null;
}

/** A completion or a move to rework, by any user. */
function movement({ from_status, to_status }: QualityMove): 'completed' | 'rework' | null {
  if (to_status === TaskStatus.COMPLETED && from_status !== TaskStatus.COMPLETED) return 'completed';
  return to_status === TaskStatus.REWORK && from_status === TaskStatus.COMPLETED ? 'rework' : null;
}

/** Fault types of a check, including corrections made in the same status. */
function kindsOf(stand: readonly QualityMove[], place: number): string[] {
  let kinds = stand[place]!.fault_kinds ?? [];
  for (const { action, from_status, to_status, fault_kinds } of stand.slice(place + 1)) {
    if (from_status !== to_status || to_status !== stand[place]!.to_status) break;
    if (action === 'admin_update' && fault_kinds?.length) kinds = fault_kinds;
  }
  return [...new Set(kinds)];
}
