import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildGroup, buildStaff } from '../../testing/factories/people.ts';
import { openSession } from '../../testing/session-makers.ts';
import { recordStatements } from '../../testing/statements.ts';

// Two processes on one database: each must see a change of a session, account or lock in the other at once.
let firstServer: TestApp;
let secondServer: TestApp;
let boss: ApiClient;

beforeAll(async () => {
  firstServer = await createTestApp();
  secondServer = await createTestApp({ database: firstServer, clock: firstServer.clock });
  boss = await firstServer.as({ is_superuser: true });
});
afterAll(async () => {
  await secondServer.close();
  await firstServer.close();
});

describe('the session cache of a process', () => {
  const RUNS = 20;
  /** Creates a user who has just used the other process, which then caches the session. */
  async function createCachedUser() {
    const { id: group_id } = await buildGroup(firstServer.db, { permissions: ['npn_view_member', 'npn_add_team'] });
    const { user_id } = await buildStaff(firstServer.db, { group_id });
    const token = await openSession(firstServer.db, user_id, firstServer.clock());
    const onOtherProcess = secondServer.withToken(token, user_id);
    expect((await onOtherProcess.send(endpoints.staff.list, {})).status).toBe(200);
    return { user_id, group_id, own: firstServer.withToken(token, user_id), onOtherProcess };
  }

  it('a cached session ends at sign-out on every process, without one more response', async () => {
    for (let round = 0; round < RUNS; round++) {
      const { own, onOtherProcess } = await createCachedUser();
      await own.call(endpoints.user.logout, {});
      expect((await onOtherProcess.send(endpoints.staff.list, {})).status).toBe(401);
    }
  });

  it('a cached session ends when its account is deactivated', async () => {
    for (let round = 0; round < RUNS; round++) {
      const { user_id, onOtherProcess } = await createCachedUser();
      await firstServer.db.updateTable('user_account').set({ active: false }).where('id', '=', user_id).execute();
      expect((await onOtherProcess.send(endpoints.staff.list, {})).status).toBe(401);
    }
  });

  it('a cached session follows changes of the group’s permissions', async () => {
    for (let round = 0; round < RUNS; round++) {
      const { group_id, onOtherProcess } = await createCachedUser();
      await firstServer.db.deleteFrom('group_permission').where('group_id', '=', group_id).execute();
      expect((await onOtherProcess.send(endpoints.staff.list, {})).status).toBe(403);
    }
  });

  it('a cached session follows the start and end of a lock at once', async () => {
    const { onOtherProcess } = await createCachedUser();
    const changeData = () => onOtherProcess.send(endpoints.team.add, { team_name: `Đội ${Math.random()}` });
    for (let round = 0; round < RUNS; round++) {
      const lock = { screen_name: 'team' as const, locked: true, reason: 'Kiểm kê' };
      const { version } = await boss.call(endpoints.setting.changeLock, {
        ...lock,
        ...(round > 0 ? { version: round * 2 } : {}),
      });
      expect((await changeData()).status).toBe(423);
      await boss.call(endpoints.setting.changeLock, { screen_name: 'team', locked: false, version });
      expect((await changeData()).status).not.toBe(423);
    }
  });

  it('a cached session stays valid when it is used in another process', async () => {
    const { own, onOtherProcess } = await createCachedUser();
    for (let hour = 0; hour < 6; hour++) {
      firstServer.clock.advance(3_600_000);
      expect((await own.send(endpoints.staff.list, {})).status).toBe(200);
    }
    expect((await onOtherProcess.send(endpoints.staff.list, {})).status).toBe(200);
  });

  it('parallel requests read a session once, at the cost of one row each', async () => {
    const { onOtherProcess } = await createCachedUser();
    const { statements } = await recordStatements(() => onOtherProcess.send(endpoints.staff.list, {}));
    const epochReads = statements.filter(({ text }) => /from access_epoch/.test(text));
    expect(epochReads.map(({ text }) => text.trim())).toEqual(['select n from access_epoch']);
    expect(statements.some(({ text }) => /from session|join session/.test(text))).toBe(false);
  });
});
