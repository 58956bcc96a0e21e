import { groupEndpoints, type GroupRow } from '@darkroom/contract/user/group';
import { beyondRights } from '@darkroom/domain/permission/grant';
import { useActor, useMay } from '../../lib/session/session.ts';

/** Whether one may change a group: with the call's own right, and not a group that holds more than one does (decision 046). */
export function useMayChange(): (group: GroupRow) => boolean {
  const may = useMay();
  const actor = useActor();
  return (group) => may(groupEndpoints.update.access) && beyondRights(actor, group.permissions).length === 0;
}
