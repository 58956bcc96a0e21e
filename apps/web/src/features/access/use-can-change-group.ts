import { groupEndpoints, type GroupRow } from '@darkroom/contract/user/group';
import { findUngrantableCodes } from '@darkroom/domain/permission/grant';
import { useActor, useCan } from '../../lib/session/session.ts';

/**
 * Returns a function: true if the user can change a group. They need the endpoint's permission and every permission of the group (decision
 * 046).
 */
export function useCanChangeGroup(): (group: GroupRow) => boolean {
  const can = useCan();
  const actor = useActor();
  return (group) => can(groupEndpoints.update.access) && findUngrantableCodes(actor, group.permissions).length === 0;
}
