import { groupEndpoints, type GroupRow } from '@darkroom/contract/user/group';
import { findUngrantableCodes } from '@darkroom/domain/permission/grant';
import { useActor, useCan } from '../../lib/session/session.ts';

/** Whether the user can change a group: they need the call's permission and every permission of the group (decision 046). */
export function useCanChangeGroup(): (group: GroupRow) => boolean {
  const may = useCan();
  const actor = useActor();
  return (group) => may(groupEndpoints.update.access) && findUngrantableCodes(actor, group.permissions).length === 0;
}
