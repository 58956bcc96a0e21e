import type { ActionInput } from '@darkroom/domain/task/needs';
import { KEY_IDS, KEYS, type KeyId } from '../../../lib/keys.ts';
import { TRANSITIONS, type Need, type TaskAction } from '@darkroom/domain/task/transitions';
import type { KeyUnder } from '../../../lib/words/i18n.ts';

/** What a step asks for before it is sent: nothing, a note, counts, a fault, a rework order. */
export type StepForm = 'none' | 'note' | 'quantity' | 'fault' | 'rework';

const FORM_OF_NEED: Partial<Record<Need, StepForm>> = {
  x: 'quantity',
  valid_quantity: 'quantity',
  fault: 'fault',
  rework: 'rework',
};
/** Steps that need nothing, but of which the next person wants to know why, or which answer a rework’s notes. */
const EXPLAINED: readonly TaskAction[] = ['reject', 'release_qc', 'complete', 'rework_done', 'recheck'];

/** The form a step opens, from what the transition table says it needs. */
export function formOf(action: TaskAction): StepForm {
  for (const need of TRANSITIONS[action].needs) {
    const form = FORM_OF_NEED[need];
    if (form) return form;
  }
  return EXPLAINED.includes(action) ? 'note' : 'none';
}

/** Steps that say the work is not good, or give it back. */
export const isSetback = (action: TaskAction): boolean => TRANSITIONS[action].needs.includes('fault');

const WORD: readonly TaskAction[] = ['done', 'resolve', 'rework_done', 'qc1_done', 'qc2_done', 'recheck'];
/** Steps with which somebody gives their word for what they saw or made. */
export const isHandingOn = (action: TaskAction): boolean => WORD.includes(action);

/** Steps with which somebody begins to check. */
export const isCheckStart = (action: TaskAction): boolean => action === 'start_qc1' || action === 'start_qc2';

/** One key, several steps: the first that is possible is taken. */
export const STEP_KEYS = {
  start: ['start', 'start_qc2', 'start_qc1'],
  done: ['done', 'resolve', 'rework_done', 'complete'],
  pass: ['qc1_done', 'qc2_done', 'recheck'],
  fault: ['qc1_fault', 'qc2_fault', 'recheck_fault'],
  release: ['release_qc', 'reject'],
  count: ['set_quantity'],
  take: ['assign'],
} as const satisfies Partial<Record<KeyId, readonly TaskAction[]>>;
export type StepKey = keyof typeof STEP_KEYS;

const isStepKey = (id: KeyId): id is StepKey => id in STEP_KEYS;

/** The key a step answers to, to be shown on its button. */
export function keyOf(action: TaskAction): string | null {
  const id = KEY_IDS.find((known) => isStepKey(known) && STEP_KEYS[known].some((step) => step === action));
  return id === undefined ? null : KEYS[id][0];
}

/** The words of a step; on this screen `assign` is always to oneself. */
export const stepKey = (action: TaskAction) => `status:action.${SPOKEN[action] ?? action}` as const;

/** What a step is called where it is pressed (spec §4): one takes a task for oneself, and reviews it in either check. */
const SPOKEN: Partial<Record<TaskAction, KeyUnder<'status', 'action'>>> = {
  assign: 'assign_to_me',
  start_qc1: 'review',
  start_qc2: 'review',
};

const CHECK_STARTS: Partial<Record<TaskAction, KeyUnder<'status', 'action'>>> = {
  start_qc1: 'review_qc1',
  start_qc2: 'review_qc2',
};

/** The words of a step where it stands among others: either check is called "Review", and which one is said where both could be meant. */
export const stepKeyAmong = (action: TaskAction, all: readonly TaskAction[]) =>
  all.filter(isCheckStart).length > 1 && CHECK_STARTS[action]
    ? (`status:action.${CHECK_STARTS[action]}` as const)
    : stepKey(action);

/** What a person brings along with a step. */
export type StepInput = Omit<ActionInput, 'editor' | 'fault_kinds'> & { fault_kinds?: string[] };
