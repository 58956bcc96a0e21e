import { can, type Access } from '@darkroom/domain/permission/access';
import { toActor } from '../../lib/session/session.ts';
import type { Session } from '../../lib/session/session-store.ts';

/** The redirect target. Null admits the user. */
export type Redirect = '/login' | '/forbidden' | '/' | null;

/**
 * Decides if a session can open a screen (spec §2). Without a token: /login. Without a permission list: /. Without the permission:
 * /forbidden. `can` decides any-of, all-of and superuser-only.
 */
export function guard(session: Session | null, access: Access): Redirect {
  if (access.kind === 'public') return null;
  if (!session) return '/login';
  if (can(toActor(session), access)) return null;
  return session.has_list ? '/forbidden' : '/';
}
