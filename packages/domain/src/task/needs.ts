import {
  QUANTITY_FIELDS,
  findFewerFigures,
  raisesDisabledQuantity,
  taskQuantity,
  findQuantityError,
  findOverFigures,
  type Quantities,
  type DetailQuantities,
  type FewerFigures,
  type OverFigures,
  type XToggle,
} from './quantities.ts';
import type { TaskState } from './state.ts';
import { TaskStatus } from './status.ts';
import type { Need } from './transitions.ts';

export interface ActionInput {
  editor?: number;
  x1?: number;
  x2?: number;
  x3?: number;
  note?: string;
  fault_kinds?: readonly string[];
  rework_quantity?: number;
  rework_notes?: string;
  /** True if the user confirmed that more pieces than ordered are intended. */
  over?: boolean;
  /** True if the user confirmed that fewer pieces than delivered are intended, in rework. */
  fewer?: boolean;
}

/** Settings of the bureau and other tasks of the detail. Unknown settings are not checked here, because the server has all of them. */
export interface ActionContext {
  readonly x_in_use?: XToggle | undefined;
  readonly detail?: DetailQuantities | undefined;
}

/** Reasons of a refusal. `not_allowed` hides a button, the others disable it with the reason. */
export type RefusalCode =
  | 'not_allowed'
  | 'wrong_status'
  | 'four_eyes'
  | 'editor_required'
  | 'invalid_quantity'
  | 'below_rework'
  | 'below_delivered'
  | 'no_fields_to_change'
  | 'x_off'
  | 'over_ordered'
  | 'fault_required'
  | 'rework_quantity_invalid'
  | 'rework_notes_required'
  | 'rechecks_missing'
  | 'already_rechecked';

/** A refusal with its reason and field. */
export interface Refused {
  readonly ok: false;
  readonly code: RefusalCode;
  readonly field?: string;
  /** All refused fields, if there are several. */
  readonly errors?: readonly { readonly field: string; readonly code: RefusalCode }[];
  /** Figures of `over_ordered` and `below_delivered`: the new quantity, and the ordered or delivered quantity. */
  readonly figures?: OverFigures | FewerFigures;
}

export const refuse = (code: RefusalCode, field?: string): Refused =>
  field ? { ok: false, code, field } : { ok: false, code };

/** Combines all refusals to one, named after the first. Null if there are none. */
export function combineRefusals(refusals: readonly Refused[]): Refused | null {
  const [first, ...others] = refusals;
  if (!first || others.length === 0) return first ?? null;
  return { ...first, errors: refusals.flatMap(({ code, field }) => (field ? [{ field, code }] : [])) };
}

const isQuantityField = (n: number | undefined): boolean =>
  n === undefined || (Number.isInteger(n) && n >= 0 && n <= 1_000_000);

/** Finds the error of the quantities in a request: whole numbers only, and a quantity that is switched off cannot be raised. */
function findQuantityFieldError(task: TaskState, input: ActionInput, { x_in_use }: ActionContext): Refused | null {
  if (!QUANTITY_FIELDS.every((x) => isQuantityField(input[x]))) return refuse('invalid_quantity', 'x1');
  const disabledQuantity = x_in_use && QUANTITY_FIELDS.find((x) => raisesDisabledQuantity(x, task, input, x_in_use));
  return disabledQuantity ? refuse('x_off', disabledQuantity) : null;
}

/** True if a reworked task still needs one or both rechecks. */
export const lacksRechecks = (task: Pick<TaskState, 'status' | 'rework_qc_1' | 'rework_qc_2'>): boolean =>
  task.status === TaskStatus.DONE_REWORK && !(task.rework_qc_1 && task.rework_qc_2);

/** Finds the refusals of one need, one per missing field. */
export function findMissingInput(
  need: Need,
  task: TaskState,
  input: ActionInput,
  context: ActionContext = {},
): Refused[] {
  const x = { x1: input.x1 ?? task.x1, x2: input.x2 ?? task.x2, x3: input.x3 ?? task.x3 };
  const checkOverOrdered = (quantities: Quantities): Refused[] => {
    const figures = context.detail && !input.over && findOverFigures(quantities, context.detail);
    return figures ? [{ ...refuse('over_ordered', 'x1'), figures }] : [];
  };
  switch (need) {
    case 'editor':
      return input.editor === undefined ? [refuse('editor_required', 'editor')] : [];
    case 'x': {
      if (QUANTITY_FIELDS.every((item) => input[item] === undefined)) return [refuse('no_fields_to_change', 'x1')];
      const countError = findQuantityFieldError(task, input, context);
      if (countError) return [countError];
      // In rework, completed pieces cannot be removed without a confirmation.
      const quantityError = task.status === TaskStatus.REWORK ? findQuantityError(x, task) : null;
      if (quantityError) return [refuse(quantityError, 'x1')];
      const figures = input.fewer ? null : findFewerFigures(x, task);
      return figures ? [{ ...refuse('below_delivered', 'x1'), figures }] : [];
    }
    case 'valid_quantity': {
      const countError = findQuantityFieldError(task, input, context);
      if (countError) return [countError];
      const quantityError = findQuantityError(x, task);
      if (quantityError) return [refuse(quantityError, 'x1')];
      return checkOverOrdered(x);
    }
    case 'fault':
      return [
        ...(input.fault_kinds?.length ? [] : [refuse('fault_required', 'fault_kinds')]),
        ...(input.note?.trim() ? [] : [refuse('fault_required', 'note')]),
      ];
    case 'rework': {
      const n = input.rework_quantity;
      const isInvalid = n === undefined || !Number.isInteger(n) || n < 1 || n > taskQuantity(task);
      return [
        ...(isInvalid ? [refuse('rework_quantity_invalid', 'rework_quantity')] : []),
        ...(input.rework_notes?.trim() ? [] : [refuse('rework_notes_required', 'rework_notes')]),
      ];
    }
    case 'reworked': {
      const quantityError = findQuantityError(task, task);
      if (quantityError) return [refuse(quantityError, 'x1')];
      return checkOverOrdered(task);
    }
    case 'both_rechecks':
      return lacksRechecks(task) ? [refuse('rechecks_missing')] : [];
    default: {
      const never: never = need;
      return never;
    }
  }
}
