import { can, type Access } from '@darkroom/domain/permission/access';
import type { Actor } from '@darkroom/domain/task/decide';
import { useCallback, useSyncExternalStore } from 'react';
import { onSessionChange, readSession, type Session } from './session-store.ts';

/** The stored session, or null when nobody is signed in. Follows every change, other tabs' included. */
export const useSession = (): Session | null => useSyncExternalStore(onSessionChange, readSession);

const actors = new WeakMap<Session, Actor>();

/** The session as the domain's rules see it; the same object for the same session. */
export function actorOf(session: Session): Actor {
  let actor = actors.get(session);
  if (!actor) {
    const { id, account, is_superuser } = session.user;
    actor = { user_id: id, account, is_superuser, permissions: session.permissions };
    actors.set(session, actor);
  }
  return actor;
}

const NOBODY: Actor = { user_id: 0, account: 'customer', is_superuser: false, permissions: new Set() };

/** Who is acting. Inside the layout there always is somebody; while a session ends it is nobody, who may do nothing. */
export function useActor(): Actor {
  const session = useSession();
  return session ? actorOf(session) : NOBODY;
}

/** The one question buttons and menus ask: `may(jobEndpoints.delete.access)` (style sheet 7). */
export function useMay(): (access: Access) => boolean {
  const session = useSession();
  return useCallback((access) => can(session && actorOf(session), access), [session]);
}
