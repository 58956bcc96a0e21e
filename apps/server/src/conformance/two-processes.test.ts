import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../db/connect.ts';
import { hashPassword } from '../features/user/password.ts';
import { testApp, type TestApp } from '../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { buildStaff } from '../testing/factories/people.ts';
import { buildTask } from '../testing/factories/work.ts';
import { openStream } from '../testing/live-stream.ts';

const { user, task } = endpoints;
const password = 'a quiet darkroom';
let own: TestDatabase;
let one: TestApp;
let other: TestApp;

beforeAll(async () => {
  own = await createTestDatabase();
  one = await testApp({ database: own });
  // Like a second process, this app has its own pool and its own listening connection.
  const db = connect({ databaseUrl: own.databaseUrl, dbPool: 5 });
  other = await testApp({ database: { db, databaseUrl: own.databaseUrl }, clock: one.clock });
  await other.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await other.db.destroy();
  await own.drop();
});

/** The same user as a client of the other server. */
const elsewhere = (client: { token: string | null; user_id: number }) => other.withToken(client.token, client.user_id);

describe('two server processes on one database', () => {
  it('a session and its end are shared by both processes', async () => {
    const client = await one.as([]);
    expect((await elsewhere(client).send(user.me, {})).status).toBe(200);
    await client.call(user.logout, {});
    expect((await elsewhere(client).send(user.me, {})).status).toBe(401);
  });

  it('the live stream ends when its session ends on the other process', async () => {
    const client = await one.as([]);
    const stream = await openStream(other.app, client.token);
    await stream.next(({ event }) => event === 'ready');
    await client.call(user.logout, {});
    await stream.next(({ event }) => event === 'end');
    await stream.ended;
  });

  it('a change on one process is sent to the streams of the other', async () => {
    const leader = await one.as(['npn_view_all_tasks', 'npn_assign_task']);
    const editor = await buildStaff(one.db, { permissions: ['npn_editor_pte'] });
    const stream = await openStream(other.app, leader.token);
    await stream.next(({ event }) => event === 'ready');
    const { task_id, version } = await buildTask(one.db, {});
    await leader.call(task.assign, { tasks: [{ task_id, version }], editor: editor.user_id });
    const heard = await stream.next(({ data }) => data.topic === 'task');
    expect(heard.data.ids).toContain(task_id);
    stream.close();
  });

  it('a setback is sent only to its person on the other process', async () => {
    const leader = await one.as(['npn_view_all_tasks', 'npn_assign_task']);
    const editor = await one.as(['npn_view_task', 'npn_editor_pte']);
    const [mine, leaders] = [await openStream(other.app, editor.token), await openStream(other.app, leader.token)];
    for (const stream of [mine, leaders]) await stream.next(({ event }) => event === 'ready');
    const { task_id, version } = await buildTask(one.db, {});
    await leader.call(task.assign, { tasks: [{ task_id, version }], editor: editor.user_id });
    const heard = await mine.next(({ data }) => data.topic === 'notification');
    const { results } = await elsewhere(editor).call(endpoints.notification.list, {});
    expect(heard.data.ids).toEqual(results.map(({ id }) => id));
    await leaders.next(({ data }) => data.topic === 'task');
    expect(leaders.received.filter(({ data }) => data.topic === 'notification')).toEqual([]);
    for (const stream of [mine, leaders]) stream.close();
  });

  it('failed sign-ins are counted together', async () => {
    const password_hash = await hashPassword(password);
    await buildStaff(one.db, { username: 'shared', password_hash });
    const attempt = (app: TestApp, word: string) =>
      app.withToken(null).send(user.login, { username: 'shared', password: word });
    for (let n = 0; n < 8; n++) expect((await attempt(n % 2 ? one : other, 'not the password')).status).toBe(422);
    expect((await attempt(one, password)).status).toBe(429);
    expect((await attempt(other, password)).status).toBe(429);
  });

  it('a repeated write runs once, even on both processes at the same time', async () => {
    const leader = await one.as(['npn_view_all_tasks', 'npn_assign_task', 'npn_add_task']);
    const { job_detail_id } = await buildTask(one.db, {});
    const key = { 'idempotency-key': 'both-at-once' };
    const [here, there] = await Promise.all([
      leader.send(task.add, { job_detail_id }, key),
      elsewhere(leader).send(task.add, { job_detail_id }, key),
    ]);
    expect(here.status).toBe(200);
    expect(there.text).toBe(here.text);
    const tasks = await one.db
      .selectFrom('task')
      .select('task_id')
      .where('job_detail_id', '=', job_detail_id)
      .execute();
    expect(tasks).toHaveLength(2);
  });
});
