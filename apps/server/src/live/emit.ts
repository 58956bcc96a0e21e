import type { Topic } from '@darkroom/contract/endpoint';
import type { VisibleTask } from '@darkroom/domain/task/visibility';
import { sql } from 'kysely';
import type { Database } from '../db/connect.ts';
import { pipelined } from '../db/driver/statement-marks.ts';

/** Channel on which all server processes listen. */
export const CHANNEL = 'darkroom_live';

/** Number of ids with which a message stays below PostgreSQL's limit of 8,000 bytes. */
export const IDS_PER_MESSAGE = 500;
const MAX_TASK_BYTES = 7000;

/** A task before a change. People who saw it then are notified, even if they cannot see it now. */
export type TaskBefore = VisibleTask & { task_id: number };

/** Message between the server processes. Browsers receive only the part that `audience.ts` allows. */
export interface LiveMessage {
  topic: Topic;
  ids: number[];
  /** Users who receive the message with any permissions, for example because their session has changed. */
  people?: number[];
  /** TV board links that have ended. */
  tvBoards?: number[];
  /** The tasks before the change. */
  was?: TaskBefore[];
  /** Request that made the change. The browser that sent it recognizes its own change by `x-request-id`. */
  by?: string;
}

interface EmitContext {
  db: Database;
  request?: { readonly id: string };
}

/**
 * Sends a message about a change in the transaction of the change. It is delivered after the commit, and has a topic and
 * ids, never rows (code rule 22).
 */
export const emit = (
  ctx: EmitContext,
  topic: Topic,
  ids: readonly number[],
  people: readonly number[] = [],
): Promise<void> => sendMessages(ctx, createMessages(topic, ids, people));

function createMessages(topic: Topic, ids: readonly number[], people: readonly number[] = []): LiveMessage[] {
  const unique = [...new Set(ids)];
  const recipients = [...new Set(people)];
  const parts = unique.length > 0 ? splitByCount(unique, IDS_PER_MESSAGE) : [[]];
  return parts.map((part) => ({ topic, ids: part, ...(recipients.length ? { people: recipients } : {}) }));
}

/** Sends a message that a TV board link has ended, which ends its streams in every process. */
export const emitTvBoardEnded = (ctx: EmitContext, id: number): Promise<void> =>
  sendMessages(ctx, [{ topic: 'session', ids: [], tvBoards: [id] }]);

/**
 * Sends messages about changed or deleted tasks with their former state, so that people who saw them are notified too,
 * and about changed jobs.
 */
export const emitTasks = (
  ctx: EmitContext,
  before: readonly TaskBefore[],
  job_ids: readonly number[] = [],
): Promise<void> =>
  sendMessages(ctx, [
    ...splitBySize(before.map(pickLiveFields)).map((was) => ({
      topic: 'task' as const,
      ids: [...new Set(was.map(({ task_id }) => task_id))],
      was,
    })),
    ...(job_ids.length > 0 ? createMessages('job', job_ids) : []),
  ]);

// Only the fields that decide who sees the task, because a message has little space.
const pickLiveFields = (task: TaskBefore): TaskBefore => ({
  task_id: task.task_id,
  status: task.status,
  workstream: task.workstream,
  editor: task.editor,
  first_qc: task.first_qc,
  second_qc: task.second_qc,
  rework_qc_1: task.rework_qc_1,
  rework_qc_2: task.rework_qc_2,
  supporters: task.supporters.map(({ user_id }) => ({ user_id })),
  edited_by_ids: task.edited_by_ids,
  fault_stage: task.fault_stage,
});

const splitByCount = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));

function splitBySize(tasks: readonly TaskBefore[]): TaskBefore[][] {
  const parts: TaskBefore[][] = [];
  let remainingBytes = 0;
  for (const task of tasks) {
    const size = JSON.stringify(task).length + 10;
    if (size > remainingBytes) {
      parts.push([]);
      remainingBytes = MAX_TASK_BYTES;
    }
    parts.at(-1)?.push(task);
    remainingBytes -= size;
  }
  return parts;
}

async function sendMessages({ db, request }: EmitContext, messages: readonly LiveMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const by = request ? { by: request.id } : {};
  const payloads = messages.map((message) => JSON.stringify({ ...message, ...by }));
  await sql`${pipelined}select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) payload`.execute(db);
}
