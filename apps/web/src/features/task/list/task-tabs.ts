import { holds } from '@darkroom/domain/permission/access';
import { WORK_CODES, type Actor } from '@darkroom/domain/task/decide';
import type { TaskSearch, TaskTab } from './task-search.ts';

const LEAD = ['npn_assign_task', 'npn_view_all_tasks', 'npn_view_all_ots_tasks', 'npn_view_all_pte_tasks'] as const;

/** True if the user edits or checks tasks. */
export const works = (actor: Actor): boolean =>
  holds(actor, 'npn_view_task') && WORK_CODES.some((code) => holds(actor, code));

/** True if the user leads the work of others. */
export const leads = (actor: Actor): boolean => LEAD.some((code) => holds(actor, code));

/** Lists of a user, the most important first. A leader who also edits has all four. */
export function tabsOf(actor: Actor): readonly TaskTab[] {
  const own = ['mine', 'waiting', 'pool'] as const;
  if (leads(actor)) return works(actor) ? ['all', ...own] : ['all'];
  return own;
}

/** List in the URL, or the user's first list. */
export function tabOf({ tab }: Pick<TaskSearch, 'tab'>, actor: Actor): TaskTab {
  const tabs = tabsOf(actor);
  return tab && tabs.includes(tab) ? tab : tabs[0]!;
}
