import type { sessionUser } from '@darkroom/contract/user/user';
import type { PendingStep } from '@darkroom/domain/user/second-factor';
import type { z } from 'zod';
import { createSignal } from '../store.ts';

export type SessionUser = z.output<typeof sessionUser>;

/** The account with the step of its session, in one stored value. */
type StoredUser = SessionUser & { pending?: PendingStep | null };

/** The signed-in account in local storage (spec §3). */
export interface Session {
  readonly access_token: string;
  readonly user: SessionUser;
  readonly staff_id: number | null;
  readonly permissions: ReadonlySet<string>;
  /** False if the session has no stored permission list. The guards then open / (spec §2). */
  readonly has_list: boolean;
  /** The second factor that the server requires before everything else (decision 171). */
  readonly pending?: PendingStep | null;
  /** The customer whose portal this tab shows. Account and permissions are then the customer's (decision 104). */
  readonly viewing?: View & { readonly by_superuser: boolean };
}

/** A customer's portal that a member has opened in this tab. */
export interface View {
  readonly view_as: string;
  readonly expires_at: string;
  readonly user_id: number;
  readonly username: string;
  readonly full_name: string;
  readonly permissions: readonly string[];
  /** The member who opened it. It does not continue for another user. */
  readonly by: number;
  /** The page to return to. */
  readonly back: string;
  /** True if the server has ended the view: its hour is over, or its session has ended. */
  readonly over?: boolean;
}

/** In session storage, which belongs to one tab and survives a reload. */
const VIEW_KEY = 'view_as';

/** Drafts of this tab (lib/draft-storage), also in session storage. They survive a lost session, but not a sign-out. */
export const DRAFTS_KEY = 'drafts';

/** Four of the five keys of spec §3. The language detector has the fifth, i18nextLng. */
const STORAGE_KEYS = { token: 'access_token', staff: 'staff_id', user: 'user', permissions: 'permissions' } as const;

const STORED_KEYS = Object.values(STORAGE_KEYS);

/** Key in local storage that exists only for a moment. Other tabs learn from it that the user has signed out. */
const SIGNING_OUT = 'signing_out';

const sessionChanged = createSignal();
const sessionEnded = createSignal<SessionEnd>();
let cached: { raw: string; session: Session | null } | undefined;
/** True until the end of this turn of the event loop, or until the session changes. */
let isFresh = false;
const forgetFresh = () => void (isFresh = false);
sessionChanged.subscribe(forgetFresh);

export const readToken = (): string | null => localStorage.getItem(STORAGE_KEYS.token);

/** Reads the stored session, or null. Unchanged sessions are the same object, so that React can compare them. */
export function readSession(): Session | null {
  // Read once in a turn, because every row of a list asks for it.
  if (cached && isFresh) return cached.session;
  isFresh = true;
  queueMicrotask(forgetFresh);
  let raw = sessionStorage.getItem(VIEW_KEY) ?? '';
  for (const key of STORED_KEYS) raw += `\u0000${localStorage.getItem(key) ?? ''}`;
  if (cached?.raw !== raw) cached = { raw, session: applyView(parseSession()) };
  return cached.session;
}

function parseSession(): Session | null {
  const access_token = readToken();
  const user = parseUser(localStorage.getItem(STORAGE_KEYS.user));
  if (!access_token || !user) return null;
  const list = parseJson(localStorage.getItem(STORAGE_KEYS.permissions));
  const staff_id = Number(localStorage.getItem(STORAGE_KEYS.staff));
  return {
    access_token,
    user,
    staff_id: Number.isInteger(staff_id) && staff_id > 0 ? staff_id : null,
    permissions: new Set(Array.isArray(list) ? list.filter((code) => typeof code === 'string') : []),
    has_list: Array.isArray(list) && list.length > 0,
    pending: user.pending ?? null,
  };
}

function applyView(ownSession: Session | null): Session | null {
  const view = parseJson(sessionStorage.getItem(VIEW_KEY)) as View | null;
  if (!ownSession || view?.by !== ownSession.user.id) return ownSession;
  const { user_id: id, username, full_name, permissions } = view;
  const by_superuser = ownSession.user.is_superuser;
  const user: SessionUser = { ...ownSession.user, id, username, full_name, account: 'customer', is_superuser: false };
  return {
    ...ownSession,
    user,
    staff_id: null,
    permissions: new Set(permissions),
    has_list: true,
    viewing: { ...view, by_superuser },
  };
}

/** Shows a customer's portal in this tab, or the own account again. The page reloads, so that no data of the other account is left. */
export function showView(view: View | null, to = '/customer-portal/job'): void {
  const { back = '/' } = readSession()?.viewing ?? {};
  if (view) sessionStorage.setItem(VIEW_KEY, JSON.stringify(view));
  else sessionStorage.removeItem(VIEW_KEY);
  forgetFresh();
  window.location.assign(view ? to : back);
}

/** Marks the session as incomplete, after a response has reported it. Every screen then leads to the second factor, which finds the step. */
export function requireFactor(): void {
  const user = parseUser(localStorage.getItem(STORAGE_KEYS.user));
  if (!user || user.pending) return;
  localStorage.setItem(STORAGE_KEYS.user, JSON.stringify({ ...user, pending: 'verify' } satisfies StoredUser));
  sessionChanged.call();
}

/** Marks this tab's portal view as over, after a response has reported it. The mark stays until the member leaves the view. */
export function endView(): void {
  const view = readSession()?.viewing;
  if (!view || view.over) return;
  sessionStorage.setItem(VIEW_KEY, JSON.stringify({ ...view, over: true } satisfies View));
  sessionChanged.call();
}

function parseUser(text: string | null): StoredUser | null {
  const user = parseJson(text);
  const isUser = ['id', 'username', 'account', 'is_superuser'].every((name) => name in Object(user));
  return isUser ? (user as StoredUser) : null;
}

function parseJson(text: string | null): unknown {
  if (!text) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Edited storage counts as missing.
    return null;
  }
}

/** The response of sign-in, password change and `me`. Without a token the stored token stays. */
export interface SessionResponse {
  access_token?: string;
  user: SessionUser;
  staff_id: number | null;
  permissions: string[];
  pending?: PendingStep | null;
}

/** Stores a session. Every screen that uses it follows immediately. */
export function storeSession(response: SessionResponse): void {
  deleteDraftsOfOthers(response.user.id);
  if (response.access_token !== undefined) localStorage.setItem(STORAGE_KEYS.token, response.access_token);
  const user: StoredUser = { ...response.user, ...(response.pending && { pending: response.pending }) };
  localStorage.setItem(STORAGE_KEYS.user, JSON.stringify(user));
  localStorage.setItem(STORAGE_KEYS.permissions, JSON.stringify(response.permissions));
  if (response.staff_id === null) localStorage.removeItem(STORAGE_KEYS.staff);
  else localStorage.setItem(STORAGE_KEYS.staff, String(response.staff_id));
  sessionChanged.call();
}

/** Deletes other users' drafts, so that the next user does not find them. A draft's name has its writer and, in a view, the member. */
function deleteDraftsOfOthers(user_id: number): void {
  const drafts = parseJson(sessionStorage.getItem(DRAFTS_KEY));
  if (typeof drafts !== 'object' || drafts === null) return;
  const userDrafts = Object.entries(drafts).filter(([name]) => name.split('.').slice(0, 2).includes(String(user_id)));
  if (userDrafts.length < Object.keys(drafts).length)
    sessionStorage.setItem(DRAFTS_KEY, JSON.stringify(Object.fromEntries(userDrafts)));
}

/** The end of a session: signed out here, signed out in another tab, or lost (expired or ended elsewhere). */
export type SessionEnd = 'signed_out' | 'signed_out_elsewhere' | 'lost';

/** Clears all local storage (spec §8), once for all failing requests, and opens /login. */
export function endSession(end: SessionEnd = 'lost'): void {
  if (readToken() === null) return;
  if (end === 'signed_out') localStorage.setItem(SIGNING_OUT, '1');
  localStorage.clear();
  handleSessionEnd(end);
}

/** Ends the view of the session in every tab. A sign-out also deletes the drafts. */
function handleSessionEnd(end: SessionEnd): void {
  sessionStorage.removeItem(VIEW_KEY);
  if (end !== 'lost') sessionStorage.removeItem(DRAFTS_KEY);
  sessionChanged.call();
  // Another tab could have signed in again since then.
  if (readToken() === null) sessionEnded.call(end);
}

/** Calls back when the stored session has changed. Returns the unsubscribe function. */
export const onSessionChange = sessionChanged.subscribe;

/** Calls back when a session has ended, in this tab or in another. Returns the unsubscribe function. */
export const onSessionEnd = sessionEnded.subscribe;

/** Follows the other tabs of this browser: sign-in, sign-out, another account. */
export function followOtherTabs(): void {
  let end: SessionEnd = 'lost';
  window.addEventListener('storage', (event) => {
    if (event.key === SIGNING_OUT && event.newValue !== null) end = 'signed_out_elsewhere';
    if (event.key !== null && !Object.values<string>(STORAGE_KEYS).includes(event.key)) return;
    const isEnd = event.key === null || (event.key === STORAGE_KEYS.token && event.newValue === null);
    if (!isEnd) return sessionChanged.call();
    handleSessionEnd(end);
    end = 'lost';
  });
}
