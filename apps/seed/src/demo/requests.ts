import { defaultBoard, FIRST_STATUS, type RequestBoard, type RequestStatus } from '@darkroom/domain/request/status';
import { REQUEST_TRANSITIONS, type RequestAction } from '@darkroom/domain/request/transitions';
import type { Insertable } from 'kysely';
import type { Database } from '@darkroom/server/db/connect';
import type { CustomerRequest } from '@darkroom/server/db/types';
import type { BuiltStaff } from '@darkroom/server/testing/factories/people';
import type { Clients } from './customers.ts';
import type { Random } from './random.ts';
import { REQUESTS, type DemoRequest } from './tables/requests-table.ts';
import { THREADS } from './tables/threads-table.ts';
import { DAY_LENGTH, type WorkTime } from './work/work-time.ts';

/** The newest requests wait for a review. Older ones wait, then are in progress, and the rest is done. */
const NEWEST_STATUSES: readonly [RequestStatus, number][] = [
  ['NEED_REVIEW', 9],
  ['TODO', 10],
  ['PROCESSING', 8],
];

interface Options {
  customers: Clients;
  time: WorkTime;
  random: Random;
  /** Staff of each board. Customer service reviews. */
  staff: Readonly<Record<RequestBoard, readonly BuiltStaff[]>>;
}

interface Step {
  action: RequestAction;
  at: string;
  by: number;
  before: object;
  after: object;
}

/** Adds requests of customers on both boards, in every status, with their history. Each run adds the same ones. */
export async function seedRequests(db: Database, options: Options): Promise<void> {
  const { customers, time } = options;
  const accounts = await db
    .selectFrom('customer_account')
    .innerJoin('user_account', 'user_account.id', 'customer_account.user_id')
    .select(['user_id', 'cus_id1', 'full_name'])
    .execute();
  const jobs = await db
    .selectFrom('job')
    .innerJoin('cus2', 'cus2.id', 'job.customer2_id')
    .select(['job.job_id', 'job.prod_id', 'job.job_name', 'job.created_at', 'cus2.cus_id1'])
    .orderBy('job.job_id', 'desc')
    .execute();
  for (const [index, request] of REQUESTS.entries()) {
    const cus_id1 = customers.cus1.get(request.cus1);
    const author = accounts.find((account) => account.cus_id1 === cus_id1);
    if (cus_id1 === undefined || !author) continue;
    const createdMoment = pickCreationTime(index, options);
    const created_at = time.instant(createdMoment);
    // Complaints are about a recent order.
    const ordered = request.type === 'QUOTES' ? [] : jobs.filter((job) => job.cus_id1 === cus_id1);
    const job = index % 3 === 2 ? undefined : ordered.find((candidate) => candidate.created_at < created_at);
    const { steps, moment, ...now } = createProgress(request, getStatus(index), createdMoment, options);
    const messages = createThread(request, { ...now, asked_by: author.user_id }, moment, options);
    const row = {
      type: request.type,
      cus_id1,
      created_by: author.user_id,
      subject: request.subject,
      full_name: author.full_name,
      job_name: job?.job_name ?? '',
      job_id: job?.job_id ?? null,
      description: request.description,
      shared_link: request.type === 'QUOTES' ? null : `https://drive.example.com/r/${index + 1}`,
      image_link: request.type === 'FAULTS' ? `https://images.example.com/r/${index + 1}.jpg` : null,
      created_at,
      ...now,
      last_message_at: messages.at(-1)?.at ?? null,
      // The customer has read the reply of a review without further messages.
      ...(THREADS[request.subject] ? countUnread(messages) : {}),
    };
    const request_id = await insertWithHistory(
      db,
      row,
      steps.map(({ action, ...step }) => ({
        ...step,
        call: action === 'accept' || action === 'send_back' ? 'request.review' : 'request.changeStatus',
      })),
    );
    const messageRows = messages.map((message) => ({ ...message, request_id }));
    if (messageRows.length > 0) await db.insertInto('request_message').values(messageRows).execute();
  }
}

/** Adds a request in its status, with the actions that led to it. */
export async function insertWithHistory(
  db: Database,
  row: Insertable<CustomerRequest>,
  steps: readonly (Omit<Step, 'action'> & { call: string })[],
): Promise<number> {
  const { id } = await db.insertInto('customer_request').values(row).returning('id').executeTakeFirstOrThrow();
  if (steps.length === 0) return id;
  await db
    .insertInto('audit')
    .values(
      steps.map(({ call, by, before, after, at }) => ({
        at,
        actor_id: by,
        action: call,
        entity: 'customer_request',
        entity_id: String(id),
        before: JSON.stringify(before),
        after: JSON.stringify(after),
      })),
    )
    .execute();
  return id;
}

/** Returns the status by the position from the newest. */
function getStatus(at: number): RequestStatus {
  let newerCount = REQUESTS.length - at;
  for (const [status, count] of NEWEST_STATUSES) {
    if (newerCount <= count) return status;
    newerCount -= count;
  }
  return 'DONE';
}

/** Picks a time in the whole history, more often near today. */
function pickCreationTime(at: number, { time, random }: Options): number {
  const ago = (REQUESTS.length - at - random.next() * 0.8) / REQUESTS.length;
  return Math.max(0, time.now - ago ** 2.4 * (time.days.length - 1) * DAY_LENGTH - DAY_LENGTH * 0.02);
}

/** Creates the steps of a request up to its status: reviewed within hours, started, and done within a day or two. */
function createProgress(
  request: DemoRequest,
  status: RequestStatus,
  createdMoment: number,
  { time, random, staff }: Options,
) {
  // Requests with a reply at once were done by the review.
  const answered = status === 'DONE' && request.reply !== undefined;
  const allActions: readonly RequestAction[] = answered ? ['send_back'] : ['accept', 'start', 'finish'];
  const actions = allActions.slice(0, { NEED_REVIEW: 0, TODO: 1, PROCESSING: 2, DONE: 3 }[status]);
  const remaining = time.now - createdMoment;
  const board: RequestBoard = defaultBoard(request.type);
  let moment = createdMoment;
  const state = {
    status: FIRST_STATUS,
    board,
    reply: null as string | null,
    processing_by: null as number | null,
    reviewed_by: null as number | null,
    reviewed_at: null as string | null,
  };
  const steps: Step[] = [];
  for (const action of actions) {
    moment += Math.min(DAY_LENGTH * (0.1 + random.next() * 0.7), (remaining * 0.9) / actions.length);
    const review = action === 'accept' || action === 'send_back';
    const by = random.pick(staff[review ? 'CS_BOARD' : board]).user_id;
    const at = time.instant(moment);
    const { to } = REQUEST_TRANSITIONS[action];
    const before = { ...state };
    if (to !== 'same') state.status = to;
    if (review) Object.assign(state, { reviewed_by: by, reviewed_at: at });
    if (action === 'send_back') state.reply = request.reply ?? null;
    if (action === 'start') state.processing_by = by;
    steps.push({ action, at, by, before, after: { ...state } });
  }
  const last = steps.at(-1);
  return {
    ...state,
    status_since: time.instant(moment),
    moved_by: last?.by ?? null,
    version: 1 + steps.length,
    steps,
    moment,
  };
}

type RequestProgress = ReturnType<typeof createProgress>;

interface Message {
  side: 'customer' | 'bureau';
  author_id: number | null;
  text: string;
  at: string;
}

/** Creates the reply of the review, and messages of both sides between the last step and now. */
function createThread(
  { subject }: DemoRequest,
  now: Pick<RequestProgress, 'reply' | 'reviewed_by' | 'reviewed_at' | 'board' | 'moved_by'> & { asked_by: number },
  since: number,
  { time, staff }: Options,
): Message[] {
  const { reply, reviewed_by, reviewed_at } = now;
  const first: Message[] =
    reply && reviewed_at ? [{ side: 'bureau', author_id: reviewed_by, text: reply, at: reviewed_at }] : [];
  const lines = THREADS[subject] ?? [];
  const author_id = now.moved_by ?? staff[now.board][0]?.user_id ?? null;
  return [
    ...first,
    ...lines.map(([side, text], index) => ({
      side,
      author_id: side === 'bureau' ? author_id : now.asked_by,
      text,
      at: time.instant(since + ((time.now - since) * (index + 1)) / (lines.length + 1)),
    })),
  ];
}

/** Counts the unread messages of each side. The side that wrote last has none. */
function countUnread(messages: readonly Message[]) {
  const last = messages.at(-1);
  if (!last) return {};
  const before = messages.findLastIndex(({ side }) => side !== last.side);
  const unread = messages.length - 1 - before;
  return {
    bureau_unread: last.side === 'customer' ? unread : 0,
    customer_unread: last.side === 'bureau' ? unread : 0,
  };
}
