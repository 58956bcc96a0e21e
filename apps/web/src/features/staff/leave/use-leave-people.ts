import { canManageLeave, canViewLeave } from '@darkroom/domain/staff/leave';
import { toSubject, useUsers, type Colleague } from '../../../lib/session/lookups.ts';
import { useActor } from '../../../lib/session/session.ts';

const toPerson = (user: Colleague) => ({ ...toSubject(user), user_id: user.id });

/** Returns the check whether the user can enter days off of a member. */
export function useCanManageLeave(): (user_id: number) => boolean {
  const actor = useActor();
  const { byId } = useUsers();
  return (user_id) => {
    const user = byId.get(user_id);
    return user !== undefined && user.active && canManageLeave(actor, toPerson(user));
  };
}

/** Returns the members whose days off the user sees, the user first, and whether the user can enter them. */
export function useLeavePeople(): { people: Colleague[]; canManage: (user_id: number) => boolean } {
  const actor = useActor();
  const { active } = useUsers();
  const canManage = useCanManageLeave();
  const isSelf = ({ id }: Colleague) => id === actor.user_id;
  return {
    people: active
      .filter((user) => canViewLeave(actor, toPerson(user)))
      .toSorted((a, b) => Number(isSelf(b)) - Number(isSelf(a))),
    canManage,
  };
}
