import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../features/user/password.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { buildStaff } from '../testing/factories/people.ts';
import { buildTask } from '../testing/factories/work.ts';
import { openStream } from '../testing/live-stream.ts';

const { user, task } = endpoints;
const password = 'a quiet darkroom';
let ownDatabase: TestDatabase;
let firstServer: TestApp;
let secondServer: TestApp;

beforeAll(async () => {
  ownDatabase = await createTestDatabase();
  firstServer = await createTestApp({ database: ownDatabase });
  // Like a second process, this app has its own pool and its own listening connection.
  secondServer = await createTestApp({
    database: { ...ownDatabase, db: ownDatabase.openPool(5) },
    clock: firstServer.clock,
  });
  await secondServer.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await Promise.all([firstServer.close(), secondServer.close()]);
  await secondServer.db.destroy();
  await ownDatabase.drop();
});

/** Runs a client against the other server with the session of this user. */
const useSecondServer = (client: { token: string | null; user_id: number }) =>
  secondServer.withToken(client.token, client.user_id);

describe('two server processes on one database', () => {
  it('a session and its end are shared by both processes', async () => {
    const client = await firstServer.as([]);
    expect((await useSecondServer(client).send(user.me, {})).status).toBe(200);
    await client.call(user.logout, {});
    expect((await useSecondServer(client).send(user.me, {})).status).toBe(401);
  });

  it('the live stream ends when its session ends on the other process', async () => {
    const client = await firstServer.as([]);
    const stream = await openStream(secondServer.app, client.token);
    await stream.next(({ event }) => event === 'ready');
    await client.call(user.logout, {});
    await stream.next(({ event }) => event === 'end');
    await stream.ended;
  });

  it('a change on one process is sent to the streams of the other', async () => {
    const leader = await firstServer.as(['npn_view_all_tasks', 'npn_assign_task']);
    const editor = await buildStaff(firstServer.db, { permissions: ['npn_editor_pte'] });
    const stream = await openStream(secondServer.app, leader.token);
    await stream.next(({ event }) => event === 'ready');
    const { task_id, version } = await buildTask(firstServer.db, {});
    await leader.call(task.assign, { tasks: [{ task_id, version }], editor: editor.user_id });
    const receivedEvent = await stream.next(({ data }) => data.topic === 'task');
    expect(receivedEvent.data.ids).toContain(task_id);
    stream.close();
  });

  it('a notification is sent only to its person on the other process', async () => {
    const leader = await firstServer.as(['npn_view_all_tasks', 'npn_assign_task']);
    const editor = await firstServer.as(['npn_view_task', 'npn_editor_pte']);
    const [myStream, leaders] = [
      await openStream(secondServer.app, editor.token),
      await openStream(secondServer.app, leader.token),
    ];
    for (const stream of [myStream, leaders]) await stream.next(({ event }) => event === 'ready');
    const { task_id, version } = await buildTask(firstServer.db, {});
    await leader.call(task.assign, { tasks: [{ task_id, version }], editor: editor.user_id });
    const receivedEvent = await myStream.next(({ data }) => data.topic === 'notification');
    const { results } = await useSecondServer(editor).call(endpoints.notification.list, {});
    expect(receivedEvent.data.ids).toEqual(results.map(({ id }) => id));
    await leaders.next(({ data }) => data.topic === 'task');
    expect(leaders.received.filter(({ data }) => data.topic === 'notification')).toEqual([]);
    for (const stream of [myStream, leaders]) stream.close();
  });

  it('failed sign-ins are counted together', async () => {
    const password_hash = await hashPassword(password);
    await buildStaff(firstServer.db, { username: 'shared', password_hash });
    const trySignIn = (app: TestApp, typedPassword: string) =>
      app.withToken(null).send(user.login, { username: 'shared', password: typedPassword });
    for (let n = 0; n < 8; n++)
      expect((await trySignIn(n % 2 ? firstServer : secondServer, 'not the password')).status).toBe(422);
    expect((await trySignIn(firstServer, password)).status).toBe(429);
    expect((await trySignIn(secondServer, password)).status).toBe(429);
  });

  it('a repeated write runs once, even on both processes at the same time', async () => {
    const leader = await firstServer.as(['npn_view_all_tasks', 'npn_assign_task', 'npn_add_task']);
    const { job_detail_id } = await buildTask(firstServer.db, {});
    const key = { 'idempotency-key': 'both-at-once' };
    const [here, there] = await Promise.all([
      leader.send(task.add, { job_detail_id }, key),
      useSecondServer(leader).send(task.add, { job_detail_id }, key),
    ]);
    expect(here.status).toBe(200);
    expect(there.text).toBe(here.text);
    const tasks = await firstServer.db
      .selectFrom('task')
      .select('task_id')
      .where('job_detail_id', '=', job_detail_id)
      .execute();
    expect(tasks).toHaveLength(2);
  });
});
