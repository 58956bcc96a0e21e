import { hasPermission } from '@darkroom/domain/permission/access';
import { WORK_CODES, type Actor } from '@darkroom/domain/task/decide';
import type { TaskSearch, TaskTab } from './task-search.ts';

const LEADER_PERMISSIONS = [
  'npn_assign_task',
  'npn_view_all_tasks',
  'npn_view_all_ots_tasks',
  'npn_view_all_pte_tasks',
] as const;

/** True if the user edits or checks tasks. */
export const canWorkOnTasks = (actor: Actor): boolean =>
  hasPermission(actor, 'npn_view_task') && WORK_CODES.some((code) => hasPermission(actor, code));

/** True if the user leads the work of others. */
export const canLeadTasks = (actor: Actor): boolean => LEADER_PERMISSIONS.some((code) => hasPermission(actor, code));

/** Returns the lists of a user, the most important first. A leader who also edits has all four. */
export function listTabs(actor: Actor): readonly TaskTab[] {
  const myTabs = ['mine', 'waiting', 'pool'] as const;
  if (canLeadTasks(actor)) return canWorkOnTasks(actor) ? ['all', ...myTabs] : ['all'];
  return myTabs;
}

/** Returns the list in the URL, or the user's first list. */
export function getTab({ tab }: Pick<TaskSearch, 'tab'>, actor: Actor): TaskTab {
  const tabs = listTabs(actor);
  return tab && tabs.includes(tab) ? tab : tabs[0]!;
}
