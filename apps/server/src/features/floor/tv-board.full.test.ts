import { allEndpoints, endpoints } from '@darkroom/contract/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { buildStaff } from '../../testing/factories/people.ts';
import { buildTask } from '../../testing/factories/work.ts';
import { openStream } from '../../testing/live-stream.ts';
import { openSession } from '../../testing/session-makers.ts';
import { cleanUp } from '../../http/background.ts';

const { floor, tvBoard, user, task, mail } = endpoints;
let testDatabase: TestDatabase;
let firstServer: TestApp;
let secondServer: TestApp;
let admin: ApiClient;

// Two server processes on one database.
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  firstServer = await createTestApp({ database: testDatabase });
  secondServer = await createTestApp({
    database: { ...testDatabase, db: testDatabase.openPool(5) },
    clock: firstServer.clock,
  });
  await secondServer.app.listen({ host: '127.0.0.1', port: 0 });
  admin = await firstServer.as(['npn_admin']);
});
afterAll(async () => {
  await Promise.all([firstServer.close(), secondServer.close()]);
  await secondServer.db.destroy();
  await testDatabase.drop();
});

const createLink = async (fields: object = {}, who = admin) => {
  const createdTvBoard = await who.call(tvBoard.create, { name: 'Xưởng tầng 2', ...fields });
  return {
    ...createdTvBoard,
    firstServer: firstServer.withToken(createdTvBoard.token),
    secondServer: secondServer.withToken(createdTvBoard.token),
  };
};

describe('a link of a TV board', () => {
  it('only npn_admin or a superuser can create and revoke a link', async () => {
    const superuser = await firstServer.as({ is_superuser: true });
    const { id } = await createLink({}, superuser);
    await admin.call(tvBoard.revoke, { id });
    const leader = await firstServer.as(['npn_view_all_tasks', 'npn_change_permission']);
    for (const call of [tvBoard.list, tvBoard.create, tvBoard.revoke])
      expect(
        (await leader.send(call, call === tvBoard.create ? { name: 'x' } : call === tvBoard.list ? {} : { id })).status,
      ).toBe(403);
    expect((await admin.send(tvBoard.revoke, { id })).status).toBe(404);
  });

  it('a link shows its token once, and the stored hash gives no access', async () => {
    const { token, id } = await createLink();
    const row = await firstServer.db
      .selectFrom('tv_board_link')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(token);
    expect(JSON.stringify(await admin.call(tvBoard.list, {}))).not.toContain(token);
    const { rows } = await sql<{ all: string }>`select string_agg(audit::text, ' ') as all from audit`.execute(
      firstServer.db,
    );
    expect(rows[0]!.all).toContain('tvBoard.create');
    expect(rows[0]!.all).not.toContain(token);
    // A repeated request gets the same response as the first, without the token.
    const key = { 'idempotency-key': 'hang-it-once' };
    const [first, again] = [
      await admin.call(tvBoard.create, { name: 'Hall' }, key),
      await admin.call(tvBoard.create, { name: 'Hall' }, key),
    ];
    expect(again).toEqual({ ...first, token: null });
  });

  it('a link opens the floor without a sign-in, and no other endpoint', async () => {
    const { firstServer: screen, id } = await createLink();
    expect((await screen.send(floor.board, {})).status).toBe(200);
    const open: string[] = [];
    const publicNames: string[] = [];
    for (const endpoint of allEndpoints) {
      const { status } = await screen.send(endpoint, {});
      // Sign-in, a forgotten password and the links of mails need no token.
      if (endpoint.access.kind === 'public') publicNames.push(endpoint.name);
      else if (![401, 403, 404].includes(status)) open.push(endpoint.name);
      else if (status === 404) expect(endpoint.name).toBe('user.backdoor');
    }
    expect(open).toEqual([floor.board.name]);
    const withoutSession = [
      user.login,
      user.forgotPassword,
      user.passwordByLink,
      user.passkeyLoginQuestion,
      user.passkeyLogin,
      mail.unsubscribe,
    ];
    expect(publicNames.toSorted()).toEqual(withoutSession.map(({ name }) => name).toSorted());
    const [viewed] = [
      await screen.send(floor.board, {}, { 'x-view-as': '0'.repeat(8) + '-0000-0000-0000-' + '0'.repeat(12) }),
    ];
    expect(viewed.status).toBe(403);
    await admin.call(tvBoard.revoke, { id });
  });

  it('a link shows only its workstream, and names only if created with them', async () => {
    const editor = await buildStaff(firstServer.db, { full_name: 'Nguyễn Lan', permissions: ['npn_editor_pte'] });
    const idle = await buildStaff(firstServer.db, { full_name: 'Trần Minh', permissions: ['npn_editor_pte'] });
    await openSession(firstServer.db, idle.user_id, firstServer.clock());
    await buildTask(firstServer.db, { workstream: 'PTE', status: 3, editor: editor.user_id });
    await buildTask(firstServer.db, { workstream: 'OTS', status: 1, job: { job_name: 'Plans' } });
    const quiet = await createLink({ workstream: 'PTE' });
    const board = await quiet.firstServer.call(floor.board, {});
    expect(board).toMatchObject({ names: false, selectable_workstreams: ['PTE'], workstreams: ['PTE'] });
    expect(board.working).toMatchObject([{ user_id: null, full_name: null, role: 'editor' }]);
    expect(board.idle).toMatchObject([{ user_id: null, full_name: null }]);
    expect(JSON.stringify(board)).not.toMatch(/Nguyễn Lan|Trần Minh|Plans/);
    const otherBoard = await quiet.firstServer.call(floor.board, { workstream: 'OTS' });
    expect(otherBoard.bands.every(({ tasks }) => tasks === 0)).toBe(true);
    const boardContent = await (await createLink({ workstream: 'PTE', names: true })).firstServer.call(floor.board, {});
    expect(boardContent.working.map(({ full_name }) => full_name)).toEqual(['Nguyễn Lan']);
    // A signed-in user sees names, even if a board without names reads the same work at the same time.
    const leader = await firstServer.as(['npn_view_all_pte_tasks']);
    const [userBoards, its] = await Promise.all([
      leader.call(floor.board, {}),
      quiet.firstServer.call(floor.board, {}),
    ]);
    expect(userBoards.working[0]!.full_name).toBe('Nguyễn Lan');
    expect(its.working[0]!.full_name).toBeNull();
  });

  it('a link receives only the event that its floor changed', async () => {
    const { token } = await createLink({ workstream: 'PTE' });
    const stream = await openStream(secondServer.app, token);
    await stream.next(({ event }) => event === 'ready');
    const leader = await firstServer.as(['npn_view_all_tasks', 'npn_assign_task', 'npn_add_task']);
    const editor = await buildStaff(firstServer.db, { permissions: ['npn_editor_pte', 'npn_editor_ots'] });
    const { task_id, version } = await buildTask(firstServer.db, { workstream: 'PTE' });
    const foreign = await buildTask(firstServer.db, { workstream: 'OTS' });
    await leader.call(task.assign, {
      tasks: [{ task_id: foreign.task_id, version: foreign.version }],
      editor: editor.user_id,
    });
    await stream.next(({ data }) => data.topic === 'job');
    expect(stream.received.filter(({ data }) => data.topic === 'task')).toEqual([]);
    await leader.call(task.assign, { tasks: [{ task_id, version }], editor: editor.user_id });
    const receivedEvent = await stream.next(({ data }) => data.topic === 'task');
    expect(receivedEvent.data.ids).toEqual([]);
    expect(stream.received.filter(({ data }) => data.topic === 'notification')).toEqual([]);
    stream.close();
  });

  it('a revoked link ends at once on both processes, with its stream', async () => {
    for (let round = 0; round < 10; round++) {
      const { id, firstServer: linkOnFirst, secondServer: linkOnSecond } = await createLink();
      expect([
        (await linkOnFirst.send(floor.board, {})).status,
        (await linkOnSecond.send(floor.board, {})).status,
      ]).toEqual([200, 200]);
      await (round % 2 ? admin : secondServer.withToken(admin.token)).call(tvBoard.revoke, { id });
      expect([
        (await linkOnFirst.send(floor.board, {})).status,
        (await linkOnSecond.send(floor.board, {})).status,
      ]).toEqual([401, 401]);
    }
    const { id, token } = await createLink();
    const stream = await openStream(secondServer.app, token);
    await stream.next(({ event }) => event === 'ready');
    await admin.call(tvBoard.revoke, { id });
    await stream.next(({ event }) => event === 'end');
    await stream.ended;
    expect((await openStream(secondServer.app, token)).status).toBe(401);
  });

  it('a link ends at its end time, but not when it is unused', async () => {
    const refused = await admin.send(tvBoard.create, { name: 'x', ends_at: '2026-11-20T01:00:00Z' });
    expect(refused.problem).toMatchObject({ status: 422, errors: [{ field: 'ends_at', code: 'already_past' }] });
    const night = await createLink({ ends_at: '2026-11-20T08:00:00+07:00'.replace('08', '23') });
    const always = await createLink();
    firstServer.clock.advance(9 * 3_600_000);
    expect((await night.firstServer.send(floor.board, {})).status).toBe(200);
    firstServer.clock.advance(6 * 3_600_000);
    expect((await night.firstServer.send(floor.board, {})).status).toBe(401);
    expect((await always.secondServer.send(floor.board, {})).status).toBe(200);
    await cleanUp({ db: firstServer.db, clock: firstServer.clock });
    const remainingLinks = await firstServer.db.selectFrom('tv_board_link').select('id').execute();
    expect(remainingLinks.map(({ id }) => id)).toContain(always.id);
    expect(remainingLinks.map(({ id }) => id)).not.toContain(night.id);
    admin = await firstServer.as(['npn_admin']);
  });

  it('a link is listed with the time and address of its last use', async () => {
    const { id, firstServer: screen } = await createLink({ name: 'Sảnh', names: true });
    const findListedBoard = async () => (await admin.call(tvBoard.list, {})).results.find((row) => row.id === id);
    expect(await findListedBoard()).toMatchObject({
      name: 'Sảnh',
      names: true,
      workstream: null,
      last_used_at: null,
      created_by: admin.user_id,
    });
    await screen.send(
      floor.board,
      {},
      { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36' },
    );
    expect(await findListedBoard()).toMatchObject({
      last_used_at: firstServer.clock(),
      address: '127.0.0.1',
      browser: 'Chrome',
      system: 'Linux',
    });
  });

  it("guesses of a link's token are limited like those of sessions", async () => {
    const bureau = await createTestApp({ config: { callLimits: true } });
    try {
      const guesses = Array.from({ length: 400 }, () => bureau.withToken(`w${'x'.repeat(43)}`).send(floor.board, {}));
      const statuses = (await Promise.all(guesses)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(300);
      expect(statuses).toContain(429);
    } finally {
      await bureau.close();
    }
  });

  it('boards share one reading per second, never older than their request', async () => {
    const bureau = await createTestApp({ config: { callLimits: true } });
    try {
      const maker = await bureau.as(['npn_admin']);
      const screens = await Promise.all(
        Array.from({ length: 5 }, async () =>
          bureau.withToken((await maker.call(tvBoard.create, { name: 'x' })).token),
        ),
      );
      await screens[0]!.call(floor.board, {});
      await buildTask(bureau.db, { workstream: 'PTE' });
      const began = performance.now();
      const boards = await Promise.all(screens.map((screen) => screen.call(floor.board, {})));
      expect(performance.now() - began).toBeGreaterThan(500);
      expect(boards.map(({ bands }) => bands[0]!.tasks)).toEqual([1, 1, 1, 1, 1]);
      expect(new Set(boards.map(({ at }) => at)).size).toBe(1);
    } finally {
      await bureau.close();
    }
  });
});
