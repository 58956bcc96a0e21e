import { holds } from '@darkroom/domain/permission/access';
import { WORK_CODES, type Actor } from '@darkroom/domain/task/decide';
import type { TaskSearch, TaskTab } from './task-search.ts';

const LEAD = ['npn_assign_task', 'npn_view_all_tasks', 'npn_view_all_ots_tasks', 'npn_view_all_pte_tasks'] as const;

/** Whether somebody edits or checks themself. */
export const works = (actor: Actor): boolean =>
  holds(actor, 'npn_view_task') && WORK_CODES.some((code) => holds(actor, code));

/** Whether somebody looks after other people's work. */
export const leads = (actor: Actor): boolean => LEAD.some((code) => holds(actor, code));

/** The lists somebody has, the one they come for first. Whoever leads and edits has all four. */
export function tabsOf(actor: Actor): readonly TaskTab[] {
  const own = ['mine', 'waiting', 'pool'] as const;
  if (leads(actor)) return works(actor) ? ['all', ...own] : ['all'];
  return own;
}

/** The list the address names, or the first this person has. */
export function tabOf({ tab }: Pick<TaskSearch, 'tab'>, actor: Actor): TaskTab {
  const tabs = tabsOf(actor);
  return tab && tabs.includes(tab) ? tab : tabs[0]!;
}
