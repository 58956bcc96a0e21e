import { endpoints } from '@darkroom/contract/endpoints';
import { requestRow, type RequestRow } from '@darkroom/contract/request/request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCus0, buildCus1, buildCustomer } from '../../testing/factories/customers.ts';
import { buildRequest } from '../../testing/factories/requests.ts';
import { buildJob } from '../../testing/factories/work.ts';
import { openStream } from '../../testing/live-stream.ts';

let bureau: TestApp;
let boss: ApiClient;
let cs: ApiClient;
let reader: ApiClient;

const { request: calls } = endpoints;

beforeAll(async () => {
  bureau = await createTestApp();
  boss = await bureau.as(['npn_admin_customer_request', 'npn_review_customer_request']);
  cs = await bureau.as(['npn_cs_customer_request']);
  reader = await bureau.as(['npn_view_all_customer_request']);
});
afterAll(() => bureau.close());

const buildAcceptedRequest = async (fields: Parameters<typeof buildRequest>[1] = {}): Promise<RequestRow> => {
  const { id, version, board } = await buildRequest(bureau.db, fields);
  return boss.call(calls.review, { id, version, accept: true, board: board as 'CS_BOARD' });
};
/** The status in a row of the history. */
const statusInput = requestRow.pick({ status: true });

const listHistory = (id: number) =>
  bureau.db
    .selectFrom('audit')
    .select(['action', 'actor_id', 'before', 'after'])
    .where('entity', '=', 'customer_request')
    .where('entity_id', '=', String(id))
    .orderBy('id')
    .execute();

describe('reviews of requests', () => {
  it('a review accepts onto the named board, with job, reviewer and time', async () => {
    const { cus_id1, id: customer2_id } = await buildCustomer(bureau.db);
    const job = await buildJob(bureau.db, { customer2_id });
    const { id, version } = await buildRequest(bureau.db, { cus_id1, type: 'QUOTES' });
    const row = await boss.call(calls.review, { id, version, accept: true, board: 'CS_BOARD', job_id: job.job_id });
    expect(row).toMatchObject({
      status: 'TODO',
      board: 'CS_BOARD',
      job_id: job.job_id,
      prod_id: job.prod_id,
      reviewed_by: boss.user_id,
      reviewed_at: bureau.clock(),
      moved_by: boss.user_id,
      version: version + 1,
    });
    const [entry, ...more] = await listHistory(id);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      action: 'request.review',
      actor_id: boss.user_id,
      before: { status: 'NEED_REVIEW', board: 'ADMIN_BOARD' },
      after: { status: 'TODO', board: 'CS_BOARD', prod_id: job.prod_id },
    });
  });

  it('a review closes with a reply, and needs one', async () => {
    const { id, version } = await buildRequest(bureau.db);
    const silent = await boss.send(calls.review, { id, version, accept: false, reply: '   ' });
    expect(silent.problem).toMatchObject({
      status: 422,
      code: 'reply_required',
      errors: [{ field: 'reply', code: 'reply_required' }],
    });
    const row = await boss.call(calls.review, { id, version, accept: false, reply: ' Xin gửi lại ảnh gốc. ' });
    expect(row).toMatchObject({ status: 'DONE', reply: 'Xin gửi lại ảnh gốc.', processing_by: null });
    const again = await boss.send(calls.review, { id, version: row.version, accept: true, board: 'CS_BOARD' });
    expect(again.problem).toMatchObject({ status: 409, code: 'request_reviewed', current: { id, status: 'DONE' } });
  });

  it.each([
    ['QUOTES', 'ADMIN_BOARD'],
    ['CHANGE_REQUESTS', 'CS_BOARD'],
  ] as const)('a review accepts %s without a board onto %s', async (type, board) => {
    const { id, version } = await buildRequest(bureau.db, { type });
    expect(await boss.call(calls.review, { id, version, accept: true })).toMatchObject({ status: 'TODO', board });
  });

  it('a review needs the review permission and the request’s board', async () => {
    const quote = await buildRequest(bureau.db, { type: 'QUOTES' });
    const ask = { id: quote.id, version: quote.version, accept: true, board: 'CS_BOARD' };
    expect((await cs.send(calls.review, ask)).status).toBe(403);
    const csReviewer = await bureau.as(['npn_cs_customer_request', 'npn_review_customer_request']);
    expect((await csReviewer.send(calls.review, ask)).status).toBe(404);
    const readingReviewer = await bureau.as(['npn_view_all_customer_request', 'npn_review_customer_request']);
    expect((await readingReviewer.send(calls.review, ask)).status).toBe(200);
  });
});

describe('a move', () => {
  it('a request moves through all statuses, keeps its processor, and records each step', async () => {
    const { id, version } = await buildAcceptedRequest();
    const started = await cs.call(calls.changeStatus, { id, version, status: 'PROCESSING' });
    expect(started).toMatchObject({ status: 'PROCESSING', processing_by: cs.user_id, moved_by: cs.user_id });
    const done = await boss.call(calls.changeStatus, { id, version: started.version, status: 'DONE' });
    expect(done).toMatchObject({ status: 'DONE', processing_by: cs.user_id, moved_by: boss.user_id });
    const reopened = await boss.call(calls.changeStatus, { id, version: done.version, status: 'PROCESSING' });
    expect(reopened.processing_by).toBe(boss.user_id);
    const back = await cs.call(calls.changeStatus, { id, version: reopened.version, status: 'TODO' });
    expect(back).toMatchObject({ status: 'TODO', processing_by: null });
    const steps = (await listHistory(id)).map(({ after }) => statusInput.parse(after).status);
    expect(steps).toEqual(['TODO', 'PROCESSING', 'DONE', 'PROCESSING', 'TODO']);
  });

  it('a move outside the table is refused with its required step', async () => {
    const waiting = await buildRequest(bureau.db);
    const todo = await buildAcceptedRequest();
    const expectRefusal = async (row: { id: number; version: number }, status: string) =>
      (await boss.send(calls.changeStatus, { id: row.id, version: row.version, status })).problem;
    expect(await expectRefusal(waiting, 'TODO')).toMatchObject({ status: 409, code: 'request_needs_review' });
    expect(await expectRefusal(todo, 'DONE')).toMatchObject({ status: 409, code: 'request_not_started' });
    expect(await expectRefusal(todo, 'NEED_REVIEW')).toMatchObject({ status: 409, code: 'request_reviewed' });
    expect(await expectRefusal(todo, 'TODO')).toMatchObject({ status: 409, code: 'request_already_in_column' });
    expect(await listHistory(waiting.id)).toEqual([]);
  });

  it('a move needs the permission for that board', async () => {
    const quote = await buildAcceptedRequest({ type: 'QUOTES' });
    const fault = await buildAcceptedRequest();
    const createMove = ({ id, version }: RequestRow) => ({ id, version, status: 'PROCESSING' });
    expect((await reader.send(calls.changeStatus, createMove(fault))).status).toBe(403);
    expect((await cs.send(calls.changeStatus, createMove(quote))).status).toBe(404);
    const csWhoReads = await bureau.as(['npn_cs_customer_request', 'npn_view_all_customer_request']);
    expect((await csWhoReads.send(calls.changeStatus, createMove(quote))).problem).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
    expect((await csWhoReads.send(calls.changeStatus, createMove(fault))).status).toBe(200);
  });

  it('twenty moves at once happen once, and the other users get the first user’s name', async () => {
    const { id, version } = await buildAcceptedRequest();
    const people = await Promise.all(Array.from({ length: 20 }, () => bureau.as(['npn_cs_customer_request'])));
    const responses = await Promise.all(
      people.map((person) => person.send(calls.changeStatus, { id, version, status: 'PROCESSING' })),
    );
    const won = responses.findIndex(({ status }) => status === 200);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(19);
    for (const { status, problem } of responses) {
      if (status === 200) continue;
      const current = requestRow.parse(problem.current);
      expect([problem.code, current.status, current.moved_by]).toEqual(['stale', 'PROCESSING', people[won]?.user_id]);
    }
    expect(await listHistory(id)).toHaveLength(2);
  });

  it('a move is refused while the screen is locked', async () => {
    const { id, version } = await buildAcceptedRequest();
    const keeper = await bureau.as(['npn_change_permission']);
    const lock = { screen_name: 'request', reason: 'Kiểm kê' } as const;
    const { version: lockVersion } = await keeper.call(endpoints.setting.changeLock, { ...lock, locked: true });
    const response = await cs.send(calls.changeStatus, { id, version, status: 'PROCESSING' });
    expect(response.problem).toMatchObject({ status: 423, code: 'locked' });
    await keeper.call(endpoints.setting.changeLock, { ...lock, locked: false, version: lockVersion });
    expect((await cs.send(calls.changeStatus, { id, version, status: 'PROCESSING' })).status).toBe(200);
  });
});

describe('the boards', () => {
  it("users of both boards can change a request's board until it is started", async () => {
    const { id, version } = await buildAcceptedRequest();
    expect((await cs.send(calls.changeBoard, { id, version, board: 'ADMIN_BOARD' })).status).toBe(403);
    const same = await boss.send(calls.changeBoard, { id, version, board: 'CS_BOARD' });
    expect(same.problem).toMatchObject({ status: 409, code: 'request_already_in_column' });
    const moved = await boss.call(calls.changeBoard, { id, version, board: 'ADMIN_BOARD' });
    expect(moved).toMatchObject({ board: 'ADMIN_BOARD', status: 'TODO' });
    const started = await boss.call(calls.changeStatus, { id, version: moved.version, status: 'PROCESSING' });
    const lateResponse = await boss.send(calls.changeBoard, { id, version: started.version, board: 'CS_BOARD' });
    expect(lateResponse.problem).toMatchObject({ status: 409, code: 'request_not_todo' });
  });

  it('boards are visible by permission, with their totals and counts', async () => {
    const { id: customer0_id } = await buildCus0(bureau.db);
    const { id: cus_id1 } = await buildCus1(bureau.db, { cus_id0: customer0_id });
    await buildRequest(bureau.db, { cus_id1, type: 'QUOTES' });
    await buildRequest(bureau.db, { cus_id1 });
    await buildAcceptedRequest({ cus_id1 });
    const filter = { customer0_id: [customer0_id] };
    const all = await reader.call(calls.list, { ...filter, board: 'CS_BOARD', status: ['TODO'] });
    expect(all.results).toHaveLength(1);
    expect(all.totals).toEqual([
      { board: 'ADMIN_BOARD', status: 'NEED_REVIEW', count: 1 },
      { board: 'CS_BOARD', status: 'NEED_REVIEW', count: 1 },
      { board: 'CS_BOARD', status: 'TODO', count: 1 },
    ]);
    const own = await cs.call(calls.list, { ...filter });
    expect(new Set(own.results.map(({ board }) => board))).toEqual(new Set(['CS_BOARD']));
    expect(own.totals.some(({ board }) => board === 'ADMIN_BOARD')).toBe(false);
    expect((await cs.call(calls.list, { ...filter, board: 'ADMIN_BOARD' })).results).toEqual([]);

    const before = { boss: await boss.call(calls.counts, {}), cs: await cs.call(calls.counts, {}) };
    await buildRequest(bureau.db, { cus_id1, type: 'QUOTES' });
    await buildAcceptedRequest({ cus_id1 });
    expect(await boss.call(calls.counts, {})).toEqual({
      need_review: before.boss.need_review + 1,
      open: before.boss.open + 1,
      unread: 0,
    });
    expect(await cs.call(calls.counts, {})).toEqual({
      need_review: before.cs.need_review,
      open: before.cs.open + 1,
      unread: 0,
    });
  });

  it('boards filter by type, customer, Bangkok day and text, with order and pages', async () => {
    const { id: cus_id1 } = await buildCus1(bureau.db);
    const addRequest = (subject: string, created_at: string, type: RequestRow['type'] = 'FAULTS') =>
      buildRequest(bureau.db, { cus_id1, subject, created_at, type, status_since: created_at });
    // 17:30 UTC is 00:30 of the next day in Bangkok.
    const laterRequest = await addRequest('Đường chân trời nghiêng', '2026-11-01T17:30:00.000Z');
    const early = await addRequest('Verticals', '2026-11-01T03:00:00.000Z');
    const change = await addRequest('Grey ground', '2026-11-03T03:00:00.000Z', 'CHANGE_REQUESTS');
    const listIds = async (input: object) =>
      (await reader.call(calls.list, { customer1_id: [cus_id1], ...input })).results.map(({ id }) => id);
    expect(await listIds({})).toEqual([change.id, laterRequest.id, early.id]);
    expect(await listIds({ sort: 'status_since' })).toEqual([early.id, laterRequest.id, change.id]);
    expect(await listIds({ created_from: '2026-11-02', created_to: '2026-11-02' })).toEqual([laterRequest.id]);
    expect(await listIds({ type: ['CHANGE_REQUESTS', 'QUOTES'] })).toEqual([change.id]);
    expect(await listIds({ text: 'duong CHAN' })).toEqual([laterRequest.id]);
    expect(await listIds({ id: early.id })).toEqual([early.id]);
    expect(await listIds({ page: 2, page_size: 2 })).toEqual([early.id]);
  });
});

describe('the job of a request', () => {
  it('a job of that customer is found by number, linked and unlinked', async () => {
    const { cus_id1, id: customer2_id } = await buildCustomer(bureau.db);
    const job = await buildJob(bureau.db, { customer2_id, job_name: 'Villa Ponente' });
    const foreign = await buildJob(bureau.db);
    const { id, version } = await buildAcceptedRequest({ cus_id1 });
    const found = await cs.call(calls.jobs, { id, text: job.prod_id });
    expect(found.results).toEqual([
      { job_id: job.job_id, prod_id: job.prod_id, job_name: 'Villa Ponente', job_date: job.job_date },
    ]);
    expect((await cs.call(calls.jobs, { id, text: foreign.prod_id })).results.map((row) => row.job_id)).not.toContain(
      foreign.job_id,
    );
    for (const job_id of [foreign.job_id, 2_000_000_000]) {
      const refused = await cs.send(calls.linkJob, { id, version, job_id });
      expect(refused.problem).toMatchObject({ status: 422, errors: [{ field: 'job_id', code: 'unknown' }] });
    }
    const linked = await cs.call(calls.linkJob, { id, version, job_id: job.job_id });
    expect(linked).toMatchObject({ job_id: job.job_id, prod_id: job.prod_id, status: 'TODO' });
    const unlinkedRequest = await cs.call(calls.linkJob, { id, version: linked.version, job_id: null });
    expect(unlinkedRequest).toMatchObject({ job_id: null, prod_id: null });
    expect(
      (await reader.send(calls.linkJob, { id, version: unlinkedRequest.version, job_id: job.job_id })).status,
    ).toBe(403);
  });

  it('users of the board, and reviewers until the review, link a job', async () => {
    const reviewer = await bureau.as([
      'npn_cs_customer_request',
      'npn_view_all_customer_request',
      'npn_review_customer_request',
    ]);
    const { cus_id1, id: customer2_id } = await buildCustomer(bureau.db);
    const { job_id } = await buildJob(bureau.db, { customer2_id });
    const quoteRequest = await buildRequest(bureau.db, { type: 'QUOTES', cus_id1 });
    const link = { id: quoteRequest.id, version: 1, job_id };
    expect((await reviewer.call(calls.jobs, { id: quoteRequest.id })).results).toHaveLength(1);
    expect((await reviewer.send(calls.linkJob, link)).status).toBe(200);
    const { id, version } = await buildAcceptedRequest({ type: 'QUOTES', cus_id1 });
    expect((await reviewer.send(calls.linkJob, { id, version, job_id })).problem).toMatchObject({ status: 403 });
    expect((await reviewer.send(calls.jobs, { id })).problem).toMatchObject({ status: 403, code: 'forbidden' });
    expect((await reader.send(calls.jobs, { id })).status).toBe(403);
    expect((await boss.send(calls.linkJob, { id, version, job_id })).status).toBe(200);
  });

  it('an invisible request hides its jobs', async () => {
    const { id } = await buildRequest(bureau.db, { type: 'QUOTES' });
    expect((await cs.send(calls.jobs, { id })).status).toBe(404);
    expect((await cs.send(calls.jobs, { id: 2_000_000_000 })).status).toBe(404);
  });
});

describe('other screens', () => {
  it('other screens receive a change, without the id for the other board', async () => {
    const address = await bureau.app.listen({ port: 0, host: '127.0.0.1' });
    expect(address).toContain('127.0.0.1');
    const streams = await Promise.all([boss, cs].map(({ token }) => openStream(bureau.app, token)));
    await Promise.all(streams.map((stream) => stream.next(({ event }) => event === 'ready')));
    const { id } = await buildAcceptedRequest({ type: 'QUOTES' });
    const receivedEvents = await Promise.all(
      streams.map((stream) => stream.next(({ data }) => data.topic === 'request')),
    );
    expect(receivedEvents.map(({ data }) => data.ids)).toEqual([[id], []]);
    for (const stream of streams) stream.close();
  });
});
