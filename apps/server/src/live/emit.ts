import type { Topic } from '@darkroom/contract/endpoint';
import type { TaskSeen } from '@darkroom/domain/task/visibility';
import { sql } from 'kysely';
import type { Database } from '../db/connect.ts';
import { sentAhead } from '../db/driver/marks.ts';

/** The channel all server processes listen on. */
export const CHANNEL = 'darkroom_live';

/** PostgreSQL refuses payloads of 8,000 bytes and more. */
export const IDS_PER_NOTE = 500;
const BYTES_OF_TASKS = 7000;

/** A task as it stood before a change: who saw it then is told, though it may be out of their sight now. */
export type TaskBefore = TaskSeen & { task_id: number };

/** What travels between the server processes; browsers get no more than `told` says. */
export interface LiveNote {
  topic: Topic;
  ids: number[];
  /** Users who are told whatever they may see: the session is theirs. */
  people?: number[];
  /** Wall links that have ended. */
  walls?: number[];
  /** The tasks as they were. */
  was?: TaskBefore[];
  /** The request that changed it: the browser that sent it knows its own by `x-request-id`. */
  by?: string;
}

interface Ctx {
  db: Database;
  request?: { readonly id: string };
}

/** Announces a change in its own transaction: delivered after the commit, never after a rollback (style sheet 22: topic and ids). */
export async function emit(
  ctx: Ctx,
  topic: Topic,
  ids: readonly number[],
  people: readonly number[] = [],
): Promise<void> {
  const unique = [...new Set(ids)];
  const who = [...new Set(people)];
  const parts = unique.length > 0 ? inParts(unique, IDS_PER_NOTE) : [[]];
  await send(
    ctx,
    parts.map((part) => ({ topic, ids: part, ...(who.length ? { people: who } : {}) })),
  );
}

/** Says that a wall link has ended: its streams end with it, in whichever process they are. */
export const emitTvBoardEnded = (ctx: Ctx, id: number): Promise<void> =>
  send(ctx, [{ topic: 'session', ids: [], walls: [id] }]);

/** The same of tasks that changed or are gone, as they were before: those who saw them then hear of it too. */
export const emitTasks = (ctx: Ctx, before: readonly TaskBefore[]): Promise<void> =>
  send(
    ctx,
    bySize(before.map(seenOf)).map((was) => ({
      topic: 'task',
      ids: [...new Set(was.map(({ task_id }) => task_id))],
      was,
    })),
  );

// Only what decides who sees it: a note has little room.
const seenOf = (task: TaskBefore): TaskBefore => ({
  task_id: task.task_id,
  status: task.status,
  workstream: task.workstream,
  editor: task.editor,
  first_qc: task.first_qc,
  second_qc: task.second_qc,
  rework_qc_1: task.rework_qc_1,
  rework_qc_2: task.rework_qc_2,
  supporters: task.supporters.map(({ user_id }) => ({ user_id })),
  edited_by: task.edited_by,
  fault_stage: task.fault_stage,
});

const inParts = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

function bySize(tasks: readonly TaskBefore[]): TaskBefore[][] {
  const parts: TaskBefore[][] = [];
  let left = 0;
  for (const task of tasks) {
    const size = JSON.stringify(task).length + 10;
    if (size > left) {
      parts.push([]);
      left = BYTES_OF_TASKS;
    }
    parts.at(-1)?.push(task);
    left -= size;
  }
  return parts;
}

async function send({ db, request }: Ctx, notes: readonly LiveNote[]): Promise<void> {
  if (notes.length === 0) return;
  const by = request ? { by: request.id } : {};
  const payloads = notes.map((note) => JSON.stringify({ ...note, ...by }));
  await sql`${sentAhead}select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) payload`.execute(db);
}
