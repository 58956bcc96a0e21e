import { categoryEndpoints } from '@darkroom/contract/category';
import { jobEndpoints } from '@darkroom/contract/job/job';
import { portalRequestEndpoints } from '@darkroom/contract/portal/request';
import { portalEndpoints } from '@darkroom/contract/portal/portal';
import { taskEndpoints } from '@darkroom/contract/task/task';
import { userEndpoints } from '@darkroom/contract/user/user';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, call } from './api.ts';
import { followOtherTabs, onSessionEnd, readSession, showView, storeSession } from '../session/session-store.ts';

class MemoryStorage extends Map<string, string> {
  getItem = (key: string) => this.get(key) ?? null;
  setItem = (key: string, value: string) => void this.set(key, value);
  removeItem = (key: string) => void this.delete(key);
}

const user = {
  id: 7,
  username: 'lan',
  full_name: 'Lan',
  account: 'staff' as const,
  is_superuser: false,
  must_change_password: false,
};
const signIn = () => storeSession({ access_token: 'secret', user, staff_id: 3, permissions: ['npn_view_job'] });

let respond: () => Response | Promise<Response>;
const requests: Request[] = [];

let storage: MemoryStorage;
beforeEach(() => {
  requests.length = 0;
  storage = new MemoryStorage();
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', new MemoryStorage());
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push(new Request(`http://darkroom${url}`, init));
    return respond();
  });
});
afterEach(() => vi.unstubAllGlobals());

const createProblem = (status: number, code: string, extra = {}) =>
  new Response(JSON.stringify({ type: 'about:blank', title: '', status, code, ...extra }), {
    status,
    headers: { 'Content-Type': 'application/problem+json' },
  });

describe('calls', () => {
  it('a rejected request names the permission that it requires', async () => {
    signIn();
    respond = () => createProblem(403, 'forbidden');
    const refused = await call(categoryEndpoints.list, {}).catch((error: unknown) => error);
    expect((refused as ApiError).access).toBe(categoryEndpoints.list.access);
  });

  it('a request has the stored token, and X-Background without action of the user', async () => {
    signIn();
    respond = () => Response.json({});
    await call(categoryEndpoints.list, {}, { background: true });
    expect(requests[0]?.headers.get('Authorization')).toBe('Bearer secret');
    expect(requests[0]?.headers.get('X-Background')).toBe('1');
    expect(requests[0]?.headers.get('Idempotency-Key')).toBeNull();
  });

  it('a write has an Idempotency-Key', async () => {
    signIn();
    respond = () => Response.json({ results: [] });
    await call(taskEndpoints.assign, { tasks: [{ task_id: 1, version: 1 }], editor: 7 }, { idempotencyKey: 'again' });
    await call(taskEndpoints.assign, { tasks: [{ task_id: 1, version: 1 }], editor: 7 });
    expect(requests[0]?.headers.get('Idempotency-Key')).toBe('again');
    expect(requests[1]?.headers.get('Idempotency-Key')).toMatch(/.{16,}/);
  });

  it("a request fails with the server's problem", async () => {
    respond = () => createProblem(409, 'stale', { current: { task_id: 1 } });
    const error = await call(jobEndpoints.update, { job_id: 1, version: 1 }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).problem).toMatchObject({ code: 'stale', current: { task_id: 1 } });
  });

  it('a call fails with a general problem when the response has none or is missing', async () => {
    respond = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
    await expect(call(userEndpoints.list, {})).rejects.toMatchObject({
      status: 502,
      problem: { code: 'unavailable' },
    });
    respond = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(call(userEndpoints.list, {})).rejects.toMatchObject({ status: 0 });
  });
});

describe("a tab that shows a customer's portal", () => {
  const assign = vi.fn<(address: string) => void>();
  const view = {
    view_as: 'opening',
    expires_at: '2026-11-22T10:00:00.000Z',
    user_id: 40,
    username: 'customer.lumen',
    full_name: 'Lumen',
    permissions: ['npn_customer'],
    by: 7,
    back: '/customer/details?open=4',
  };
  beforeEach(() => {
    assign.mockClear();
    vi.stubGlobal('window', { location: { assign } });
    signIn();
    showView(view);
  });

  it('the page reloads when the portal view begins and ends, as its customer in between', () => {
    expect(readSession()).toMatchObject({ user: { id: 40, account: 'customer' }, staff_id: null, viewing: view });
    expect([...(readSession()?.permissions ?? [])]).toEqual(['npn_customer']);
    showView(null);
    expect(readSession()).toMatchObject({ user: { id: 7, account: 'staff' }, staff_id: 3 });
    expect(assign.mock.calls).toEqual([['/customer-portal/job'], ['/customer/details?open=4']]);
  });

  it('only requests of the portal have the view header', async () => {
    respond = () => Response.json({ results: [] });
    await call(portalEndpoints.customer2, {});
    await call(userEndpoints.me, {});
    // A request that names its customer is made as the signed-in account.
    const requestInput = {
      type: 'FAULTS',
      subject: 'x',
      full_name: 'x',
      service_type_id: 2,
      description: 'x',
    } as const;
    await call(portalRequestEndpoints.addRequest, requestInput);
    expect(requests.map(({ headers }) => headers.get('X-View-As'))).toEqual(['opening', null, null]);
    expect(requests.map(({ headers }) => headers.get('Authorization'))).toEqual(Array(3).fill('Bearer secret'));
  });

  it('an expired portal view stays marked until the member leaves it', async () => {
    respond = () => createProblem(403, 'view_closed');
    await expect(call(portalEndpoints.customer2, {})).rejects.toMatchObject({ status: 403 });
    expect(readSession()).toMatchObject({ user: { id: 40 }, viewing: { ...view, over: true } });
    showView(null);
    expect(readSession()).toMatchObject({ user: { id: 7 } });
  });

  it('the portal view ends in every tab when the session ends', () => {
    const storageListeners = new Map<string, (event: { key: string | null; newValue: string | null }) => void>();
    vi.stubGlobal('window', { location: { assign }, addEventListener: storageListeners.set.bind(storageListeners) });
    followOtherTabs();
    storage.clear();
    storageListeners.get('storage')?.({ key: null, newValue: null });
    signIn();
    expect(readSession()).toMatchObject({ user: { id: 7, account: 'staff' } });
  });

  it('the portal view is closed for the next user', () => {
    storeSession({ access_token: 'newer', user: { ...user, id: 8 }, staff_id: 8, permissions: [] });
    expect(readSession()).toMatchObject({ user: { id: 8, account: 'staff' } });
    expect(readSession()?.viewing).toBeUndefined();
  });
});

describe('ended sessions', () => {
  it('local storage is cleared once when many calls fail together', async () => {
    signIn();
    localStorage.setItem('i18nextLng', 'vi');
    let endedSessions = 0;
    const stop = onSessionEnd(() => (endedSessions += 1));
    respond = () => createProblem(401, 'session_required');
    await Promise.allSettled([
      call(userEndpoints.list, {}),
      call(categoryEndpoints.list, {}),
      call(userEndpoints.me, {}),
    ]);
    stop();
    expect(endedSessions).toBe(1);
    expect(storage.size).toBe(0);
    expect(readSession()).toBeNull();
  });

  it('a late response to an old session does not end the new session', async () => {
    signIn();
    respond = () => {
      storeSession({ access_token: 'newer', user, staff_id: 3, permissions: [] });
      return createProblem(401, 'session_required');
    };
    await expect(call(userEndpoints.list, {})).rejects.toMatchObject({ status: 401 });
    expect(readSession()?.access_token).toBe('newer');
  });
});

describe('stored sessions', () => {
  it('a session survives manual edits of the storage', async () => {
    signIn();
    localStorage.setItem('permissions', '{"not":"a list"}');
    expect(readSession()).toMatchObject({ has_list: false, staff_id: 3 });
    localStorage.setItem('user', 'nonsense');
    // A session is read once in a turn of the event loop.
    await Promise.resolve();
    expect(readSession()).toBeNull();
  });
});
