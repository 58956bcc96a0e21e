import type { sessionUser } from '@darkroom/contract/user/user';
import type { z } from 'zod';
import { createSignal } from '../store.ts';

export type SessionUser = z.output<typeof sessionUser>;

/** The signed-in account as it is kept in local storage (spec §3). */
export interface Session {
  readonly access_token: string;
  readonly user: SessionUser;
  readonly staff_id: number | null;
  readonly permissions: ReadonlySet<string>;
  /** False when no permission list is stored at all; then the guards lead to / (spec §2). */
  readonly has_list: boolean;
  /** The customer whose portal this tab shows; account and permissions are then theirs (decision 104). */
  readonly viewing?: View & { readonly by_superuser: boolean };
}

/** A customer's portal as a member of staff has opened it in this tab. */
export interface View {
  readonly view_as: string;
  readonly expires_at: string;
  readonly user_id: number;
  readonly username: string;
  readonly full_name: string;
  readonly permissions: readonly string[];
  /** Who opened it: nobody else who signs in here goes on with it. */
  readonly by: number;
  /** Where one was. */
  readonly back: string;
  /** The server knows of it no more: its hour is over, or the session it was opened from. */
  readonly over?: boolean;
}

/** In session storage: a tab's own, which stays through a reload and reaches no other tab. */
const VIEW = 'view_as';

/** What was being written in this tab (lib/kept-draft), there too: it outlives a session that was lost, and no sign-out. */
export const DRAFTS = 'drafts';

/** Four of the five keys of spec §3; the fifth, i18nextLng, is the language detector's. */
const KEYS = { token: 'access_token', staff: 'staff_id', user: 'user', permissions: 'permissions' } as const;

const STORED = Object.values(KEYS);

/** Stands in local storage for a moment only: it tells the other tabs that the end they see is their person's own doing. */
const SIGNING_OUT = 'signing_out';

const changed = createSignal();
const ended = createSignal<SessionEnd>();
let cached: { raw: string; session: Session | null } | undefined;

export const readToken = (): string | null => localStorage.getItem(KEYS.token);

/** The stored session, or null. The same object as long as nothing has changed, so React can compare it. */
export function readSession(): Session | null {
  // Asked by every row of a list.
  let raw = sessionStorage.getItem(VIEW) ?? '';
  for (const key of STORED) raw += `\u0000${localStorage.getItem(key) ?? ''}`;
  if (cached?.raw !== raw) cached = { raw, session: asViewed(parseSession()) };
  return cached.session;
}

function parseSession(): Session | null {
  const access_token = readToken();
  const user = parseUser(localStorage.getItem(KEYS.user));
  if (!access_token || !user) return null;
  const list = parseJson(localStorage.getItem(KEYS.permissions));
  const staff_id = Number(localStorage.getItem(KEYS.staff));
  return {
    access_token,
    user,
    staff_id: Number.isInteger(staff_id) && staff_id > 0 ? staff_id : null,
    permissions: new Set(Array.isArray(list) ? list.filter((code) => typeof code === 'string') : []),
    has_list: Array.isArray(list) && list.length > 0,
  };
}

function asViewed(own: Session | null): Session | null {
  const view = parseJson(sessionStorage.getItem(VIEW)) as View | null;
  if (!own || view?.by !== own.user.id) return own;
  const { user_id: id, username, full_name, permissions } = view;
  const by_superuser = own.user.is_superuser;
  const user: SessionUser = { ...own.user, id, username, full_name, account: 'customer', is_superuser: false };
  return {
    ...own,
    user,
    staff_id: null,
    permissions: new Set(permissions),
    has_list: true,
    viewing: { ...view, by_superuser },
  };
}

/** Makes this tab show a customer's portal, or the own account again: from a fresh page, so that nothing read for the one is left. */
export function showView(view: View | null, to = '/customer-portal/job'): void {
  const { back = '/' } = readSession()?.viewing ?? {};
  if (view) sessionStorage.setItem(VIEW, JSON.stringify(view));
  else sessionStorage.removeItem(VIEW);
  window.location.assign(view ? to : back);
}

/** What a call of the portal was told: this tab's view is over. It stays marked until somebody leaves it. */
export function endView(): void {
  const view = readSession()?.viewing;
  if (!view || view.over) return;
  sessionStorage.setItem(VIEW, JSON.stringify({ ...view, over: true } satisfies View));
  changed.call();
}

function parseUser(text: string | null): SessionUser | null {
  const user = parseJson(text);
  const known =
    typeof user === 'object' &&
    user !== null &&
    'id' in user &&
    'username' in user &&
    'account' in user &&
    'is_superuser' in user;
  return known ? (user as SessionUser) : null;
}

function parseJson(text: string | null): unknown {
  if (!text) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Somebody has edited the storage: treated as missing.
    return null;
  }
}

/** What sign-in, password change and `me` answer. Without a token the stored one stays. */
export interface SessionAnswer {
  access_token?: string;
  user: SessionUser;
  staff_id: number | null;
  permissions: string[];
}

/** Keeps a session; every screen that shows something of it follows at once. */
export function storeSession(answer: SessionAnswer): void {
  dropDraftsOfOthers(answer.user.id);
  if (answer.access_token !== undefined) localStorage.setItem(KEYS.token, answer.access_token);
  localStorage.setItem(KEYS.user, JSON.stringify(answer.user));
  localStorage.setItem(KEYS.permissions, JSON.stringify(answer.permissions));
  if (answer.staff_id === null) localStorage.removeItem(KEYS.staff);
  else localStorage.setItem(KEYS.staff, String(answer.staff_id));
  changed.call();
}

/** Drops what the person before was writing, so that the next person to sign in does not find it. A draft is named by who writes it, and for whom. */
function dropDraftsOfOthers(user_id: number): void {
  const drafts = parseJson(sessionStorage.getItem(DRAFTS));
  if (typeof drafts !== 'object' || drafts === null) return;
  const own = Object.entries(drafts).filter(([name]) => name.split('.').slice(0, 2).includes(String(user_id)));
  if (own.length < Object.keys(drafts).length) sessionStorage.setItem(DRAFTS, JSON.stringify(Object.fromEntries(own)));
}

/** How a session ended: its person signed out here, or in another tab, or it was lost (it ran out, was ended elsewhere). */
export type SessionEnd = 'signed_out' | 'signed_out_beside' | 'lost';

/** Clears all local storage (spec §8), once however many calls fail together, and leads to /login. */
export function endSession(end: SessionEnd = 'lost'): void {
  if (readToken() === null) return;
  if (end === 'signed_out') localStorage.setItem(SIGNING_OUT, '1');
  localStorage.clear();
  hasEnded(end);
}

/** What was opened from a session goes with it, whichever tab it ended in; what was typed goes with whoever signs out. */
function hasEnded(end: SessionEnd): void {
  sessionStorage.removeItem(VIEW);
  if (end !== 'lost') sessionStorage.removeItem(DRAFTS);
  changed.call();
  // In another tab somebody may have signed in again meanwhile.
  if (readToken() === null) ended.call(end);
}

/** Calls back when the stored session has changed. Returns how to end that. */
export const onSessionChange = changed.subscribe;

/** Calls back when a session that was there has ended, in this tab or in another. Returns how to end that. */
export const onSessionEnd = ended.subscribe;

/** Follows what other tabs of this browser do: sign in, sign out, another account. */
export function followOtherTabs(): void {
  let end: SessionEnd = 'lost';
  window.addEventListener('storage', (event) => {
    if (event.key === SIGNING_OUT && event.newValue !== null) end = 'signed_out_beside';
    if (event.key !== null && !Object.values<string>(KEYS).includes(event.key)) return;
    const isEnd = event.key === null || (event.key === KEYS.token && event.newValue === null);
    if (!isEnd) return changed.call();
    hasEnded(end);
    end = 'lost';
  });
}
