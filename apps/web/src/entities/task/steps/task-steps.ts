import type { ActionInput } from '@darkroom/domain/task/needs';
import { KEY_IDS, KEYS, type KeyId } from '../../../lib/keys.ts';
import { TRANSITIONS, type Need, type TaskAction } from '@darkroom/domain/task/transitions';
import type { KeyUnder } from '../../../lib/i18n/i18n.ts';

/** Input of a step before it is sent: none, a note, quantities, a fault, or rework instructions. */
export type StepForm = 'none' | 'note' | 'quantity' | 'fault' | 'rework';

const FORM_BY_NEED: Partial<Record<Need, StepForm>> = {
  x: 'quantity',
  valid_quantity: 'quantity',
  fault: 'fault',
  rework: 'rework',
};
/** Steps without required input that need a note: for the next person, or as a reply to rework notes. */
const STEPS_WITH_NOTE: readonly TaskAction[] = ['reject', 'release_qc', 'complete', 'rework_done', 'recheck'];

/** Returns the form of a step, from the needs in the transition table. */
export function getStepForm(action: TaskAction): StepForm {
  for (const need of TRANSITIONS[action].needs) {
    const form = FORM_BY_NEED[need];
    if (form) return form;
  }
  return STEPS_WITH_NOTE.includes(action) ? 'note' : 'none';
}

export const isFaultReport = (action: TaskAction): boolean => TRANSITIONS[action].needs.includes('fault');

const CONFIRMING_STEPS: readonly TaskAction[] = ['done', 'resolve', 'rework_done', 'qc1_done', 'qc2_done', 'recheck'];
/** True for steps with which a person confirms their work or check. */
export const isConfirmingStep = (action: TaskAction): boolean => CONFIRMING_STEPS.includes(action);

export const isCheckStart = (action: TaskAction): boolean => action === 'start_qc1' || action === 'start_qc2';

/** Shortcuts. A key that belongs to several steps takes the first possible one. */
export const STEP_SHORTCUTS = {
  start: ['start', 'start_qc2', 'start_qc1'],
  done: ['done', 'resolve', 'rework_done', 'complete'],
  pass: ['qc1_done', 'qc2_done', 'recheck'],
  fault: ['qc1_fault', 'qc2_fault', 'recheck_fault'],
  release: ['release_qc', 'reject'],
  count: ['set_quantity'],
  take: ['assign'],
} as const satisfies Partial<Record<KeyId, readonly TaskAction[]>>;
export type StepShortcut = keyof typeof STEP_SHORTCUTS;

const isStepShortcut = (id: KeyId): id is StepShortcut => id in STEP_SHORTCUTS;

/** Returns the keyboard key of a step, which its button shows. */
export function findStepKey(action: TaskAction): string | null {
  const id = KEY_IDS.find((keyId) => isStepShortcut(keyId) && STEP_SHORTCUTS[keyId].some((step) => step === action));
  return id === undefined ? null : KEYS[id][0];
}

/** Returns the translation key of a step's label. On this screen `assign` always assigns to the user. */
export const getStepLabelKey = (action: TaskAction) => `status:action.${LABEL_KEYS[action] ?? action}` as const;

/** Label of a step on its button (spec §4): "Assign to me" takes a task, "Review" starts either check. */
const LABEL_KEYS: Partial<Record<TaskAction, KeyUnder<'status', 'action'>>> = {
  assign: 'assignToMe',
  start_qc1: 'review',
  start_qc2: 'review',
};

const CHECK_LABEL_KEYS: Partial<Record<TaskAction, KeyUnder<'status', 'action'>>> = {
  start_qc1: 'reviewQc1',
  start_qc2: 'reviewQc2',
};

/** Returns the translation key of a step in a list of steps. If the list contains both checks, the label names the check. */
export const getStepLabelKeyInList = (action: TaskAction, listedSteps: readonly TaskAction[]) =>
  listedSteps.filter(isCheckStart).length > 1 && CHECK_LABEL_KEYS[action]
    ? (`status:action.${CHECK_LABEL_KEYS[action]}` as const)
    : getStepLabelKey(action);

/** Input that a person adds to a step. */
export type StepInput = Omit<ActionInput, 'editor' | 'fault_kinds'> & { fault_kinds?: string[] };
