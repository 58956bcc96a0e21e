import { can, type Access } from '@darkroom/domain/permission/access';
import { actorOf } from '../../lib/session/session.ts';
import type { Session } from '../../lib/session/session-store.ts';

/** Where a guard sends somebody instead; null lets them in. */
export type Detour = '/login' | '/forbidden' | '/' | null;

/**
 * The guard of spec §2: no token → /login; nothing but a token needed → in; no permission list → /; permission lacking →
 * /forbidden. Any-of, all-of and superuser-only are the access rule's own (`can`).
 */
export function guard(session: Session | null, access: Access): Detour {
  if (access.kind === 'public') return null;
  if (!session) return '/login';
  if (can(actorOf(session), access)) return null;
  return session.has_list ? '/forbidden' : '/';
}
