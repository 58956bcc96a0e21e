import { can, type Access } from '@darkroom/domain/permission/access';
import type { Actor } from '@darkroom/domain/task/decide';
import { useCallback, useSyncExternalStore } from 'react';
import { onSessionChange, readSession, type Session } from './session-store.ts';

/** Returns the stored session, or null when signed out. Follows every change, also from other tabs. */
export const useSession = (): Session | null => useSyncExternalStore(onSessionChange, readSession);

const actors = new WeakMap<Session, Actor>();

/** Converts the session to an actor of the domain's rules. Returns the same object for the same session. */
export function toActor(session: Session): Actor {
  let actor = actors.get(session);
  if (!actor) {
    const { id, account, is_superuser } = session.user;
    actor = { user_id: id, account, is_superuser, permissions: session.permissions };
    actors.set(session, actor);
  }
  return actor;
}

const NOBODY: Actor = { user_id: 0, account: 'customer', is_superuser: false, permissions: new Set() };

/** Returns the acting user. Inside the layout there is always one. While a session ends, it is an actor without permissions. */
export function useActor(): Actor {
  const session = useSession();
  return session ? toActor(session) : NOBODY;
}

/** Returns the permission check of buttons and menus: `may(jobEndpoints.delete.access)` (code rule 7). */
export function useCan(): (access: Access) => boolean {
  const session = useSession();
  return useCallback((access) => can(session && toActor(session), access), [session]);
}
