import { holds } from '../permission/access.ts';
import { EDITOR_CODE, QC_CODE, type Actor } from './decide.ts';
import { TRANSITIONS, type Entitlement, type TaskAction } from './transitions.ts';

const holdsOne = (actor: Actor, codes: typeof EDITOR_CODE | typeof QC_CODE): boolean =>
  Object.values(codes).some((code) => holds(actor, code));

function couldBe(as: Entitlement['as'], actor: Actor): boolean {
  switch (as) {
    case 'anyone':
      return true;
    case 'editor':
    case 'stream_editor_for_self':
      return holdsOne(actor, EDITOR_CODE);
    case 'first_qc':
    case 'second_qc':
    case 'stream_qc':
      return holdsOne(actor, QC_CODE);
    default: {
      const never: never = as;
      return never;
    }
  }
}

/** Whether this person could ever do an action, on any task: what they never can is not shown (quality 7). */
export const mayEver = (action: TaskAction, actor: Actor): boolean =>
  holds(actor, 'npn_do_any_task') ||
  TRANSITIONS[action].who.some(({ as, code }) => (!code || holds(actor, code)) && couldBe(as, actor));
