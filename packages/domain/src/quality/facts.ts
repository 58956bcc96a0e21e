import { dayOf, type Day, type Instant } from '../calendar/day.ts';
import { IN_REWORK, isIn, TaskStatus } from '../task/status.ts';
import type { TaskAction } from '../task/transitions.ts';

// What of a task's history counts for quality (figures.ts says what is made of it; decision 131). A fact is one step that judged
// the work, finished it for the first time, or sent it back; each belongs to the Bangkok day of its step and to whoever had edited
// the task then.

export const CHECKS_OF_WORK = ['qc1', 'qc2', 'recheck'] as const;
export type CheckOfWork = (typeof CHECKS_OF_WORK)[number];
export type FactKind = CheckOfWork | 'completed' | 'rework';

/** The steps that judge work: at which check, and what they found. */
export const JUDGING = {
  qc1_done: { what: 'qc1', passed: true },
  qc1_fault: { what: 'qc1', passed: false },
  qc2_done: { what: 'qc2', passed: true },
  qc2_fault: { what: 'qc2', passed: false },
  recheck: { what: 'recheck', passed: true },
  recheck_fault: { what: 'recheck', passed: false },
} as const satisfies Partial<Record<TaskAction, { what: CheckOfWork; passed: boolean }>>;

/** The check whose fault a status is. */
const FAULT_OF: Partial<Record<TaskStatus, CheckOfWork>> = {
  [TaskStatus.QC1_FAULTS_FOUND]: 'qc1',
  [TaskStatus.QC2_FAULTS_FOUND]: 'qc2',
};

/** A step of a task, as much of it as quality asks for; all steps of a task are given, oldest first. */
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
  /** Who judged it. */
  readonly checker: number | null;
  readonly pieces: number;
  /** Whether a check let it pass; null of what is no check. */
  readonly passed: boolean | null;
  /** The task's first at this check (its first completion). */
  readonly first: boolean;
  /** The first check of all the task came to: its pieces are counted here, and only here. */
  readonly opening: boolean;
  /** The kinds of fault that count. */
  readonly faults: readonly string[];
  /** Kinds that were named and do not count any more. */
  readonly excluded: readonly string[];
  /** Rework that a customer's complaint asked for. */
  readonly complaint: boolean;
}

/** What is known of a task beside its steps. */
export interface Known {
  /** Of a step that found faults: the kinds that do not count any more, null for all of them. */
  readonly excluded: ReadonlyMap<number, readonly string[] | null>;
  /** When complaints sent the task to rework. */
  readonly complaints: ReadonlySet<Instant>;
  /** Its first steps are archived: whatever comes after them is the first of nothing. */
  readonly archived: boolean;
}

/** The steps that stand: none that was taken back, nor the taking back. */
export const standing = <M extends Pick<QualityMove, 'action'>>(moves: readonly M[]): M[] =>
  moves.filter(({ action }, at) => action !== 'undo' && moves[at + 1]?.action !== 'undo');

/** The steps that count: those that stand, without what belongs to a rework that was deleted, which was never to be. */
function counting(moves: readonly QualityMove[]): QualityMove[] {
  const stand = standing(moves);
  const inside = ({ to_status }: QualityMove) => isIn(IN_REWORK, to_status);
  return stand.filter(
    (move, at) => !inside(move) || stand.slice(at + 1).find((next) => !inside(next))?.action !== 'redo_delete',
  );
}

/** The facts of a task's history. */
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
    // Completed again after rework: that is no other task.
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

/** A correction (admin update) judges only where it finds a fault, and says its kinds; what else it sets is nobody's judgement. */
function judgement(move: QualityMove): { what: CheckOfWork; passed: boolean } | null {
  if (Object.hasOwn(JUDGING, move.action)) return JUDGING[move.action as keyof typeof JUDGING];
  const what = FAULT_OF[move.to_status];
  const finds =
    move.action === 'admin_update' && move.from_status !== move.to_status && (move.fault_kinds?.length ?? 0);
  return finds && what ? { what, passed: false } : null;
}

/** Completed, or sent back: whoever moved it there. */
function movement({ from_status, to_status }: QualityMove): 'completed' | 'rework' | null {
  if (to_status === TaskStatus.COMPLETED && from_status !== TaskStatus.COMPLETED) return 'completed';
  return to_status === TaskStatus.REWORK && from_status === TaskStatus.COMPLETED ? 'rework' : null;
}

/** The kinds a judgement named, as they were corrected while the task stood there. */
function kindsOf(stand: readonly QualityMove[], place: number): string[] {
  let kinds = stand[place]!.fault_kinds ?? [];
  for (const { action, from_status, to_status, fault_kinds } of stand.slice(place + 1)) {
    if (from_status !== to_status || to_status !== stand[place]!.to_status) break;
    if (action === 'admin_update' && fault_kinds?.length) kinds = fault_kinds;
  }
  return [...new Set(kinds)];
}
