import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { findSessions, hashToken } from '../http/session/session.ts';
import { createTestApp, type ApiClient, type TestApp } from '../testing/app.ts';
import { createDatabaseProxy } from '../testing/database-proxy.ts';
import { buildCustomerAccount } from '../testing/factories/people.ts';
import { buildTask } from '../testing/factories/work.ts';
import { openStream, type ReceivedEvent, type LiveStream } from '../testing/live-stream.ts';
import { findCurrentTasks } from './audience.ts';
import { emit, emitTasks } from './emit.ts';
import { createStreams } from './streams.ts';

const { user, task } = endpoints;
let bureau: TestApp;
const openStreams: LiveStream[] = [];

beforeAll(async () => {
  bureau = await createTestApp();
  await bureau.app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => {
  for (const stream of openStreams.splice(0)) stream.close();
});
afterAll(() => bureau.close());

const openReadyStream = async (client: ApiClient) => {
  const stream = await openStream(bureau.app, client.token);
  openStreams.push(stream);
  await stream.next(({ event }) => event === 'ready');
  return stream;
};
const isChangeOf = (topic: string) => (event: ReceivedEvent) => event.event === 'change' && event.data.topic === topic;
/** Sends an event that every member receives. Earlier events have arrived when it arrives. */
const waitForEarlierEvents = async (...streams: LiveStream[]) => {
  await emit(bureau, 'lock', [1]);
  await Promise.all(streams.map((stream) => stream.next(isChangeOf('lock'))));
};
const listChanges = (stream: LiveStream) =>
  stream.received.filter(({ event }) => event === 'change').map(({ data }) => data);

describe('the live stream', () => {
  it('signed-in people can open the stream', async () => {
    expect((await openStream(bureau.app, null)).status).toBe(401);
    const mustChange = await bureau.as({ must_change_password: true });
    expect((await openStream(bureau.app, mustChange.token)).status).toBe(403);
    const stream = await openReadyStream(await bureau.as([]));
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers.get('cache-control')).toBe('no-store');
    expect(stream.headers.get('content-encoding')).toBeNull();
  });

  it('the stream names a changed task only to people who can see it', async () => {
    const leader = await openReadyStream(await bureau.as(['npn_view_all_pte_tasks']));
    const otherLeader = await openReadyStream(await bureau.as(['npn_view_all_ots_tasks']));
    const me = await bureau.as(['npn_view_task', 'npn_editor_pte']);
    const ownStream = await openReadyStream(me);
    const onlooker = await openReadyStream(await bureau.as(['npn_view_task', 'npn_editor_pte']));
    const clerk = await openReadyStream(await bureau.as(['npn_view_job']));
    const { task_id } = await buildTask(bureau.db, { status: 3, editor: me.user_id });
    await emit(bureau, 'task', [task_id]);
    await waitForEarlierEvents(leader, otherLeader, ownStream, onlooker, clerk);
    expect(listChanges(leader)).toEqual([{ topic: 'task', ids: [task_id] }]);
    expect(listChanges(ownStream)).toEqual([{ topic: 'task', ids: [task_id], mine: true }]);
    for (const stream of [otherLeader, onlooker, clerk]) expect(listChanges(stream)).toEqual([]);
  });

  it('the stream sends the notes of one change together', async () => {
    const boss = await bureau.as({ is_superuser: true });
    const pieces: string[] = [];
    const raw = new Writable({ write: (piece, _, done) => done(void pieces.push(String(piece))) }) as ServerResponse;
    const streams = createStreams(bureau.db, bureau.clock, bureau.app.log);
    const [actor] = [...(await findSessions(bureau.db, [hashToken(boss.token!)], bureau.clock())).sessions.values()];
    streams.open(raw, hashToken(boss.token!), actor!.actor, null);
    const { task_id, job_id } = await buildTask(bureau.db, {});
    streams.deliver({ topic: 'task', ids: [task_id] });
    streams.deliver({ topic: 'job', ids: [job_id] });
    await vi.waitFor(() => expect(pieces.join('')).toContain('"topic":"job"'), 15_000);
    expect(pieces.filter((piece) => piece.includes('event: change'))).toEqual([
      expect.stringMatching(/"topic":"task"[^]*"topic":"job"/),
    ]);
  });

  it('all windows of a session receive a change, and other people only their own', async () => {
    const [leader, other] = [await bureau.as(['npn_view_all_pte_tasks']), await bureau.as(['npn_view_all_ots_tasks'])];
    const streams = createStreams(bureau.db, bureau.clock, bureau.app.log);
    const windows = await Promise.all(
      [leader, leader, other].map(async ({ token }) => {
        const pieces: string[] = [];
        const raw = new Writable({
          write: (piece, _, done) => done(void pieces.push(String(piece))),
        }) as ServerResponse;
        const hash = hashToken(token!);
        const [session] = (await findSessions(bureau.db, [hash], bureau.clock())).sessions.values();
        streams.open(raw, hash, session!.actor, null);
        return pieces;
      }),
    );
    // The windows of a session share their user afterwards.
    await streams.sendHeartbeat();
    const { task_id } = await buildTask(bureau.db, {});
    streams.deliver({ topic: 'task', ids: [task_id] });
    streams.deliver({ topic: 'lock', ids: [1] });
    await vi.waitFor(() => expect(windows.every((pieces) => pieces.join('').includes('"topic":"lock"'))).toBe(true));
    const named = windows.map((pieces) => pieces.join('').includes(`"topic":"task","ids":[${task_id}]`));
    expect(named).toEqual([true, true, false]);
  });

  it('the stream names a taken task to people who could take it', async () => {
    const taker = await bureau.as(['npn_view_task', 'npn_editor_pte', 'npn_start_task']);
    const otherStream = await openReadyStream(await bureau.as(['npn_view_task', 'npn_editor_pte']));
    const elsewhere = await openReadyStream(await bureau.as(['npn_view_task', 'npn_editor_ots']));
    const { task_id, version } = await buildTask(bureau.db, {});
    const { results } = await taker.call(task.assign, { tasks: [{ task_id, version }], editor: taker.user_id });
    await waitForEarlierEvents(otherStream, elsewhere);
    expect(listChanges(otherStream)).toEqual([{ topic: 'task', ids: [task_id], by: expect.any(String) }]);
    await taker.call(task.act, { task_id, version: results[0]!.version, action: 'start' });
    await waitForEarlierEvents(otherStream, elsewhere);
    expect(listChanges(otherStream)).toHaveLength(1);
    expect(listChanges(elsewhere)).toEqual([]);
  });

  it('the stream marks own work only for its people, and names their tasks', async () => {
    const leader = await bureau.as(['npn_view_all_tasks', 'npn_assign_task', 'npn_change_task']);
    const [before, after] = [
      await bureau.as(['npn_view_task', 'npn_editor_pte']),
      await bureau.as(['npn_view_task', 'npn_editor_pte']),
    ];
    const streams = [
      await openReadyStream(leader),
      await openReadyStream(before),
      await openReadyStream(after),
    ] as const;
    const [moved, otherTask] = [
      await buildTask(bureau.db, { status: 2, editor: before.user_id }),
      await buildTask(bureau.db, { status: 2, editor: leader.user_id }),
    ];
    await leader.call(task.bulk, {
      action: 'reassign',
      tasks: [moved, otherTask].map(({ task_id, version }) => ({ task_id, version })),
      editor: after.user_id,
    });
    await waitForEarlierEvents(...streams);
    const ofTasks = streams.map((stream) => listChanges(stream).filter(({ topic }) => topic === 'task'));
    expect(ofTasks).toEqual([
      [{ topic: 'task', ids: [moved.task_id, otherTask.task_id], mine: true, by: expect.any(String) }],
      [{ topic: 'task', ids: [moved.task_id], mine: true, by: expect.any(String) }],
      [{ topic: 'task', ids: [moved.task_id, otherTask.task_id], mine: true, by: expect.any(String) }],
    ]);
  });

  it('the stream sends the number of open screens to staff, not to customers', async () => {
    const staff = await openStream(bureau.app, (await bureau.as([])).token);
    const customer = await openStream(bureau.app, (await bureau.as(await buildCustomerAccount(bureau.db))).token);
    openStreams.push(staff, customer);
    const isReady = ({ event }: ReceivedEvent) => event === 'ready';
    expect((await staff.next(isReady)).data.screens).toBeGreaterThanOrEqual(1);
    expect((await customer.next(isReady)).data).toEqual({});
  });

  it('the stream sends many tasks at once, each to the people who saw it', async () => {
    const stream = await openReadyStream(await bureau.as(['npn_view_all_pte_tasks']));
    const { task_id: _id, ...taskState } = (
      await findCurrentTasks(bureau.db, [(await buildTask(bureau.db, {})).task_id])
    )
      .values()
      .next().value!;
    const many = Array.from({ length: 300 }, (_, index) => ({ ...taskState, task_id: 1_000_000 + index }));
    await emitTasks(bureau, [...many, { ...taskState, task_id: 2_000_000, workstream: 'OTS' }]);
    await waitForEarlierEvents(stream);
    expect(listChanges(stream).flatMap(({ ids }) => ids)).toEqual(many.map(({ task_id }) => task_id));
  });

  it('the stream names jobs to people who see jobs, and tasks to the others', async () => {
    const clerk = await openReadyStream(await bureau.as(['npn_view_job']));
    const editor = await openReadyStream(await bureau.as(['npn_view_task']));
    const otherStream = await openReadyStream(await bureau.as(['npn_view_category']));
    await emit(bureau, 'job', [7]);
    await waitForEarlierEvents(clerk, editor, otherStream);
    expect(listChanges(clerk)).toEqual([{ topic: 'job', ids: [7] }]);
    expect(listChanges(editor)).toEqual([]);
    expect(listChanges(otherStream)).toEqual([]);
  });

  it('the stream sends changed prices to people with an endpoint that shows prices', async () => {
    const accountant = await openReadyStream(await bureau.as(['npn_view_customer']));
    const boss = await openReadyStream(await bureau.as(['npn_add_job']));
    const editor = await openReadyStream(await bureau.as(['npn_view_task']));
    await emit(bureau, 'price', [7]);
    await waitForEarlierEvents(accountant, boss, editor);
    expect([accountant, boss, editor].map(listChanges)).toEqual([
      [{ topic: 'price', ids: [7] }],
      [{ topic: 'price', ids: [7] }],
      [],
    ]);
  });

  it('the stream sends customers nothing about the bureau', async () => {
    const customer = await openReadyStream(await bureau.as(await buildCustomerAccount(bureau.db)));
    const staff = await openReadyStream(await bureau.as([]));
    for (const topic of ['task', 'job', 'category', 'customer', 'price', 'user', 'setting', 'lock'] as const) {
      await emit(bureau, topic, [1]);
    }
    await waitForEarlierEvents(staff);
    expect(listChanges(customer)).toEqual([]);
  });

  it('the stream names the request of a change, so that its browser recognizes it', async () => {
    const boss = await bureau.as(['npn_add_team', 'npn_view_team']);
    const stream = await openReadyStream(boss);
    const { headers } = await boss.send(endpoints.team.add, { team_name: 'Ai đã đổi' });
    await waitForEarlierEvents(stream);
    expect(listChanges(stream).find(({ topic }) => topic === 'team')).toMatchObject({ by: headers['x-request-id'] });
  });

  it('the stream sends nothing about a change that was rolled back', async () => {
    const stream = await openReadyStream(await bureau.as([]));
    const undone = bureau.db.transaction().execute(async (db) => {
      await emit({ db }, 'category', [1]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await waitForEarlierEvents(stream);
    expect(listChanges(stream)).toEqual([]);
  });

  it('the stream ends with the session: on sign-out, and on a new password', async () => {
    const client = await bureau.as([]);
    const [here, elsewhere] = [await openReadyStream(client), await openReadyStream(await bureau.as(client.user_id))];
    await client.call(user.logout, {});
    await here.next(({ event }) => event === 'end');
    await here.ended;
    expect(elsewhere.received.filter(({ event }) => event === 'end')).toEqual([]);
    const helper = await bureau.as({ is_superuser: true });
    await helper.call(user.resetPassword, { user_id: client.user_id });
    await elsewhere.next(({ event }) => event === 'end');
    await elsewhere.ended;
  });

  it('an open stream does not count as use of the session', async () => {
    const client = await bureau.as([]);
    bureau.clock.advance(3 * 3_600_000);
    await openReadyStream(client);
    const session = await bureau.db
      .selectFrom('session')
      .select(['last_used_at', 'created_at'])
      .where('user_id', '=', client.user_id)
      .executeTakeFirstOrThrow();
    expect(session.last_used_at).toBe(session.created_at);
  });

  it('a person can open twenty streams', async () => {
    const client = await bureau.as([]);
    await Promise.all(Array.from({ length: 20 }, () => openReadyStream(client)));
    expect((await openStream(bureau.app, client.token)).status).toBe(429);
    for (const stream of openStreams.splice(0)) stream.close();
  });
});

describe('servers with a broken listening connection', () => {
  it('the server listens again automatically and makes its browsers refetch everything', async () => {
    const line = await createDatabaseProxy(bureau.directUrl);
    const otherServer = await createTestApp({ database: bureau, clock: bureau.clock, listenUrl: line.databaseUrl });
    await otherServer.app.listen({ host: '127.0.0.1', port: 0 });
    const stream = await openStream(otherServer.app, (await bureau.as([])).token);
    await stream.next(({ event }) => event === 'ready');
    await line.disconnect();
    await emit(bureau, 'category', [1]);
    await line.reconnect();
    await stream.next(({ event }) => event === 'resync');
    await emit(bureau, 'category', [2]);
    expect((await stream.next(isChangeOf('category'))).data).toEqual({ topic: 'category', ids: [2] });
    await otherServer.close();
    await stream.ended;
    await line.disconnect();
  });
});

describe('closing servers', () => {
  it('a closing server ends its streams without waiting for idle connections', async () => {
    const closing = await createTestApp({ database: bureau, clock: bureau.clock });
    await closing.app.listen({ host: '127.0.0.1', port: 0 });
    const stream = await openStream(closing.app, (await bureau.as([])).token);
    const address = closing.app.server.address();
    const silent = connect({ host: '127.0.0.1', port: typeof address === 'object' && address ? address.port : 0 });
    await once(silent, 'connect');
    const start = performance.now();
    await closing.close();
    expect(performance.now() - start).toBeLessThan(5000);
    await stream.ended;
    silent.destroy();
  });
});
