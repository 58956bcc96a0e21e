import type { Session } from '../../lib/session/session-store.ts';
import type { WantedState } from '../../lib/session/wanted.ts';
import { screenAt } from '../screens.ts';
import { guard } from './guard.ts';

/** Where somebody wanted to go, if they may go there; null where they may not, or it was somebody else who wanted it. */
export function openNow(session: Session | null, { wanted, by = session?.user.id }: WantedState): string | null {
  if (!session || by !== session.user.id) return null;
  if (!wanted?.startsWith('/') || wanted.startsWith('//')) return null;
  const screen = screenAt(new URL(wanted, 'http://here').pathname);
  return screen && guard(session, screen.access) === null ? wanted : null;
}
