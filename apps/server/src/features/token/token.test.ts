import { needsPerson } from '@darkroom/contract/endpoint';
import { allEndpoints, endpoints } from '@darkroom/contract/endpoints';
import { MAX_TOKENS } from '@darkroom/domain/permission/token';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../user/password.ts';
import { seedBuiltIn } from '../../db/built-in-data.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildGroup, buildStaff } from '../../testing/factories/people.ts';
import { openSession } from '../../testing/session-makers.ts';

const DAY = 24 * 3_600_000;
const PASSWORD = 'mot-hai-ba-bon';

// Two processes on one database: a token revoked in one must fail in the other at once.
let firstServer: TestApp;
let secondServer: TestApp;

beforeAll(async () => {
  firstServer = await createTestApp();
  await seedBuiltIn(firstServer.db);
  secondServer = await createTestApp({ database: firstServer, clock: firstServer.clock });
});
afterAll(async () => {
  await secondServer.close();
  await firstServer.close();
});

const { token: calls } = endpoints;
let nameCounter = 0;

async function createToken(owner: ApiClient, scope: string[], { days = 30, can_write = false } = {}) {
  const createdToken = await owner.call(calls.add, { name: `Kế toán ${++nameCounter}`, scope, days, can_write });
  return {
    ...createdToken,
    use: firstServer.withToken(createdToken.token, owner.user_id),
    useThere: secondServer.withToken(createdToken.token, owner.user_id),
  };
}

async function signInMember(permissions: string[] = ['npn_view_job', 'npn_view_member']) {
  const { id: group_id } = await buildGroup(firstServer.db, { permissions: permissions as never });
  const { user_id } = await buildStaff(firstServer.db, { group_id, password_hash: await hashPassword(PASSWORD) });
  return { group_id, user_id, own: await firstServer.as({ user_id }) };
}
const getListStatus = async (client: ApiClient) => (await client.send(endpoints.job.list, {})).status;

describe('tokens', () => {
  it('a token has the permissions of its scope only', async () => {
    const { own } = await signInMember();
    const { token, use } = await createToken(own, ['npn_view_job']);
    expect(token).toMatch(/^drk_[A-Za-z0-9_-]{43}$/);
    expect(await getListStatus(use)).toBe(200);
    expect((await own.send(endpoints.staff.list, {})).status).toBe(200);
    expect((await use.send(endpoints.staff.list, {})).problem.code).toBe('forbidden');
    const me = await use.call(endpoints.user.me, {});
    expect(me).toMatchObject({ permissions: ['npn_view_job'], user: { is_superuser: false } });
    expect(me.expires_at).toBe(new Date(Date.parse(firstServer.clock()) + 30 * DAY).toISOString());
  });

  it("a superuser's token is limited to its scope", async () => {
    const { use } = await createToken(await firstServer.as({ is_superuser: true }), ['npn_view_job']);
    expect(await getListStatus(use)).toBe(200);
    expect((await use.send(endpoints.staff.list, {})).status).toBe(403);
    expect((await use.send(endpoints.user.backdoor, {})).status).not.toBe(200);
  });

  it('a token hides its owner’s pay and residence outside its scope', async () => {
    const { own, user_id } = await signInMember(['npn_view_job', 'npn_view_staff_info']);
    const { use } = await createToken(own, ['npn_view_job']);
    expect(await own.call(endpoints.staff.info, { id: user_id })).toHaveProperty('salary_1');
    const response = await use.call(endpoints.staff.info, { id: user_id });
    for (const secret of ['salary_1', 'salary_2', 'residence_id', 'residence_address'])
      expect(response).not.toHaveProperty(secret);
    const { use: opened } = await createToken(own, ['npn_view_staff_info']);
    expect(await opened.call(endpoints.staff.info, { id: user_id })).toHaveProperty('salary_1');
  });

  it('a token cannot have permissions that its owner lacks', async () => {
    const { own } = await signInMember();
    const { problem } = await own.send(calls.add, { name: 'x', scope: ['npn_view_job', 'npn_admin'], days: 1 });
    expect(problem).toMatchObject({ code: 'beyond_own_rights', detail: 'npn_admin' });
  });

  it('a token cannot have unknown codes, not even a superuser’s', async () => {
    const { own } = await signInMember();
    for (const owner of [own, await firstServer.as({ is_superuser: true })]) {
      const { status, problem } = await owner.send(calls.add, {
        name: 'x',
        scope: ['npn_view_job', 'npn_zzz'],
        days: 1,
      });
      expect(status).toBe(422);
      expect(problem.errors).toMatchObject([{ field: 'scope.1', code: 'unknown' }]);
      expect((await owner.call(calls.list, {})).results).toEqual([]);
    }
  });

  it('a token follows its owner’s permissions at once on every process', async () => {
    const { own, group_id } = await signInMember();
    const { use, useThere } = await createToken(own, ['npn_view_job']);
    expect([await getListStatus(use), await getListStatus(useThere)]).toEqual([200, 200]);
    const held = await firstServer.db
      .selectFrom('group_permission')
      .selectAll()
      .where('group_id', '=', group_id)
      .execute();
    await firstServer.db.deleteFrom('group_permission').where('group_id', '=', group_id).execute();
    expect([await getListStatus(use), await getListStatus(useThere)]).toEqual([403, 403]);
    expect((await own.call(calls.list, {})).results).toMatchObject([{ scope: ['npn_view_job'], held: [] }]);
    await firstServer.db.insertInto('group_permission').values(held).execute();
    expect([await getListStatus(use), await getListStatus(useThere)]).toEqual([200, 200]);
  });

  it('an idle token is valid until its end, and then fails', async () => {
    const { own, user_id } = await signInMember();
    const { use } = await createToken(own, ['npn_view_job'], { days: 2 });
    firstServer.clock.advance(1.9 * DAY);
    expect(await getListStatus(use)).toBe(200);
    firstServer.clock.advance(0.1 * DAY);
    expect(await getListStatus(use)).toBe(401);
    expect((await (await firstServer.as({ user_id })).call(calls.list, {})).results).toEqual([]);
    const long = await (
      await firstServer.as({ user_id })
    ).send(calls.add, { name: 'x', scope: ['npn_view_job'], days: 366 });
    expect(long.problem.errors).toMatchObject([{ field: 'days', code: 'too_big' }]);
  });

  it('a token shows its last use, and the audit names it', async () => {
    const { own, user_id } = await signInMember(['npn_add_team']);
    const { id, name, use } = await createToken(own, ['npn_add_team'], { can_write: true });
    expect((await own.call(calls.list, {})).results).toMatchObject([{ last_used_at: null, last_address: null }]);
    const { id: team } = await use.call(endpoints.team.add, { team_name: `Đội ${id}` });
    expect((await own.call(calls.list, {})).results).toMatchObject([
      { last_used_at: firstServer.clock(), last_address: '127.0.0.1' },
    ]);
    await own.call(endpoints.team.add, { team_name: `Đội khác ${id}` });
    const history = await own.call(endpoints.history.list, { entity: 'team', entity_id: team });
    expect(history.results).toMatchObject([{ actor: user_id, action: 'team.add', token_name: name }]);
    const rows = await firstServer.db
      .selectFrom('audit')
      .select(['action', 'through as token_name'])
      .where('actor_id', '=', user_id)
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { action: 'token.add', token_name: null },
      { action: 'team.add', token_name: name },
      { action: 'team.add', token_name: null },
    ]);
  });

  it('a token is shown once, and database, audit and repeats leave it out', async () => {
    const { own, user_id } = await signInMember();
    const key = { 'idempotency-key': `token-${++nameCounter}` };
    const input = { name: 'Kho', scope: ['npn_view_job'], days: 1 };
    const createdToken = await own.call(calls.add, input, key);
    expect(await own.call(calls.add, input, key)).toEqual({ ...createdToken, token: null });
    const storedRows = [
      await firstServer.db.selectFrom('api_token').selectAll().execute(),
      await firstServer.db.selectFrom('audit').selectAll().where('actor_id', '=', user_id).execute(),
      await firstServer.db.selectFrom('idempotency').selectAll().execute(),
      await own.call(calls.list, {}),
    ];
    expect(JSON.stringify(storedRows)).not.toContain(createdToken.token!.slice(4, 40));
    expect(createdToken.hint).toBe(createdToken.token!.slice(-4));
  });

  it('a user has at most twenty tokens, each with a unique name', async () => {
    const { own } = await signInMember();
    for (let n = 0; n < MAX_TOKENS; n += 1) await createToken(own, ['npn_view_job']);
    const more = await own.send(calls.add, { name: 'thêm', scope: ['npn_view_job'], days: 1 });
    expect(more.problem.code).toBe('limit_reached');
    const [first] = (await own.call(calls.list, {})).results;
    await own.call(calls.revoke, { id: first?.id ?? 0 });
    const same = await own.send(calls.add, { name: `Kế toán ${nameCounter - 1}`, scope: ['npn_view_job'], days: 1 });
    expect(same.problem.code).toBe('exists');
  });
});

describe('the end of a token on every process', () => {
  const checkEndedSession = async (
    end: (of: Awaited<ReturnType<typeof signInMember>>, id: number) => Promise<unknown>,
  ) => {
    const of = await signInMember();
    const { id, use, useThere } = await createToken(of.own, ['npn_view_job']);
    expect([await getListStatus(use), await getListStatus(useThere)]).toEqual([200, 200]);
    await end(of, id);
    return [await getListStatus(use), await getListStatus(useThere)];
  };
  const GONE = [401, 401];

  it('a token ends when its owner revokes it', async () => {
    expect(await checkEndedSession(({ own }, id) => own.call(calls.revoke, { id }))).toEqual(GONE);
  });

  it('a token ends when an administrator revokes it', async () => {
    const admin = await firstServer.as({ permissions: ['npn_admin'] });
    const revoked = await checkEndedSession(async ({ user_id }, id) => {
      const { results } = await admin.call(calls.all, {});
      expect(results[0]).toMatchObject({ id, user_id });
      return admin.call(calls.revokeAny, { id });
    });
    expect(revoked).toEqual(GONE);
    const boss = await firstServer.as({ is_superuser: true });
    const { id } = await createToken(boss, ['npn_view_job']);
    expect((await admin.send(calls.revokeAny, { id })).problem.code).toBe('beyond_own_rights');
    await boss.call(calls.revokeAny, { id });
  });

  it('a token ends with a new password', async () => {
    const change = { current_password: PASSWORD, new_password: 'nam-sau-bay-tam-chin' };
    expect(await checkEndedSession(({ own }) => own.call(endpoints.user.changePassword, change))).toEqual(GONE);
  });

  it('a token ends with a reset by another user', async () => {
    const boss = await firstServer.as({ is_superuser: true });
    expect(await checkEndedSession(({ user_id }) => boss.call(endpoints.user.resetPassword, { user_id }))).toEqual(
      GONE,
    );
  });

  it('a token ends when the account is closed', async () => {
    const boss = await firstServer.as({ is_superuser: true });
    const endedByLeaving = await checkEndedSession(async ({ user_id }) => {
      const { version } = await boss.call(endpoints.staff.info, { id: user_id });
      return boss.call(endpoints.staff.delete, { staff_id: user_id, version });
    });
    expect(endedByLeaving).toEqual(GONE);
  });

  it('tokens of other users count as missing', async () => {
    const { own } = await signInMember();
    const { own: other } = await signInMember();
    const { id } = await createToken(own, ['npn_view_job']);
    expect((await other.send(calls.revoke, { id })).status).toBe(404);
  });
});

describe('endpoints that need a person', () => {
  it('accounts, tokens, secrets and own settings need a person, as documented', () => {
    const paths = allEndpoints.filter((endpoint) => needsPerson(endpoint)).map(({ name }) => name);
    expect(paths.toSorted()).toEqual([
      'customer.detailUpdate',
      'customer.resetLogin',
      'customer.setLoginActive',
      'group.create',
      'group.delete',
      'group.update',
      'leave.add',
      'leave.delete',
      'leave.update',
      'mail.setPreferences',
      'notification.seen',
      'notification.setPreferences',
      'permission.create',
      'permission.delete',
      'permission.update',
      'portal.viewAs',
      'recordImport.run',
      'recordImport.undo',
      'staff.activate',
      'staff.add',
      'staff.delete',
      'staff.setAvatar',
      'staff.update',
      'token.add',
      'token.all',
      'token.list',
      'token.revoke',
      'token.revokeAny',
      'tvBoard.create',
      'user.addPasskey',
      'user.addTotp',
      'user.backdoor',
      'user.changePassword',
      'user.confirmTotp',
      'user.endSessions',
      'user.logout',
      'user.newRecoveryCodes',
      'user.passkeyLogin',
      'user.passkeyLoginQuestion',
      'user.passkeyQuestion',
      'user.passwordByLink',
      'user.removeFactor',
      'user.resetFactors',
      'user.resetPassword',
      'user.sessions',
      'user.verifyFactor',
      'user.verifyPasskey',
      'user.verifyPasskeyQuestion',
      'view.delete',
      'view.save',
      'view.setPreference',
      'webhook.add',
      'webhook.delete',
      'webhook.rotate',
      'webhook.update',
    ]);
  });

  it('the live stream and the portal opened by staff need a person', async () => {
    const { user_id } = await buildStaff(firstServer.db, { permissions: ['npn_view_customer', 'npn_change_customer'] });
    const own = firstServer.withToken(await openSession(firstServer.db, user_id, firstServer.clock()), user_id);
    const { token, use } = await createToken(own, ['npn_view_customer', 'npn_change_customer']);
    const headers = { authorization: `Bearer ${token}` };
    expect((await firstServer.app.inject({ url: '/api/live', headers })).statusCode).toBe(403);
    const viewing = await use.send(endpoints.portal.job, {}, { 'x-view-as': crypto.randomUUID() });
    expect(viewing.problem.code).toBe('api_token_not_allowed');
  });
});
