import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Pool, types, type PoolClient, type QueryResultRow } from 'pg';
import {
  QUANTITY_FIELDS,
  JOBS,
  TASK_FILTERS,
  STEP,
  createTaskStatements,
  type Statement,
  type BareTaskFilter,
} from './bare-statements.ts';

type Values = Partial<Record<BareTaskFilter, string | number>>;
type Handler = (input: never) => Promise<object>;

const { builtins } = types;
const AS_NUMBER = new Set<number>([builtins.INT8, builtins.NUMERIC]);
const AS_TEXT = new Set<number>([builtins.DATE, builtins.TIMESTAMPTZ]);

/**
 * Starts the bare server: the same lists, without sign-in, validation, schemas and log. It shows the lower limit of the
 * cost (quality 13).
 */
export async function startBareServer(databaseUrl: string, port: number): Promise<void> {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: 10,
    application_name: 'bare',
    options: '-c jit=off -c max_parallel_workers_per_gather=0 -c timezone=UTC',
    types: {
      getTypeParser: (id: number, format: 'text' | 'binary' = 'text') =>
        AS_NUMBER.has(id) ? Number : AS_TEXT.has(id) ? String : types.getTypeParser(id, format),
    },
  });
  const calls = createCalls(pool);
  const server = createServer((request, response) => {
    if (request.url === '/ready') return void response.end('{}');
    const call = calls.get(request.url ?? '');
    respond(call, request, response).catch((error: unknown) => {
      response.writeHead(500);
      response.end(String(error));
    });
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
}

async function respond(call: Handler | undefined, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!call) throw new Error(`Nothing is served at ${request.url}.`);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = JSON.stringify(await call(JSON.parse(Buffer.concat(chunks).toString()) as never));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

function createCalls(pool: Pool): Map<string, Handler> {
  const runStatement = async <T extends QueryResultRow>(
    statement: Statement,
    values: readonly unknown[] = [],
    on: Pool | PoolClient = pool,
  ) => (await on.query<T>({ ...statement, values: [...values] })).rows;
  const toPage = (results: object[], [counted]: { n: number }[]) => {
    const total_items = counted?.n ?? 0;
    return { results, total_items, total_pages: Math.ceil(total_items / 50) };
  };
  const statementsByKey = new Map<string, ReturnType<typeof createTaskStatements>>();
  return new Map<string, Handler>([
    [
      '/tasks',
      async (input: Values) => {
        const filters = TASK_FILTERS.filter((key) => input[key] !== undefined);
        const key = filters.join(' ');
        const statements = statementsByKey.get(key) ?? createTaskStatements(filters);
        statementsByKey.set(key, statements);
        const values = filters.map((filter) => input[filter]);
        const [total, rows] = await Promise.all([
          runStatement<{ n: number }>(statements.total, values),
          runStatement(statements.page, values),
        ]);
        return toPage(rows, total);
      },
    ],
    [
      '/jobs',
      async () => {
        const [total, jobs] = await Promise.all([
          runStatement<{ n: number }>(JOBS.total),
          runStatement<{ job_id: number; job_details?: object[] }>(JOBS.page),
        ]);
        const byJob = new Map(jobs.map((job) => [job.job_id, (job.job_details = [] as object[])]));
        const details = await runStatement<Detail>(JOBS.details, [[...byJob.keys()]]);
        const byDetail = new Map(details.map((detail) => [detail.job_detail_id, detail]));
        for (const detail of details) {
          Object.assign(detail, { tasks: [], done_quantity: 0 });
          byJob.get(detail.job_id)?.push(detail);
        }
        for (const task of await runStatement<Cell>(JOBS.tasks, [[...byDetail.keys()]])) {
          const detail = byDetail.get(task.job_detail_id);
          if (!detail) continue;
          detail.tasks.push(task);
          if (task.status === 9) detail.done_quantity += task.x1 + task.x2 + task.x3;
          else if (task.status === 13 || task.status === 14)
            detail.done_quantity +=
              task.quantity_before_rework - Math.min(task.rework_quantity, task.quantity_before_rework);
        }
        return toPage(jobs, total);
      },
    ],
    [
      '/counts',
      async ({ workstream }: Values) => ({ by_status: await runStatement(QUANTITY_FIELDS, [workstream ?? null]) }),
    ],
    [
      '/step',
      async ({ task_id, version, to, user_id }: StepInput) => {
        const client = await pool.connect();
        try {
          await client.query('begin');
          const action = to === 5 ? 'start_qc1' : 'release_qc';
          const values = [task_id, version, to, to === 5 ? user_id : null, user_id, action];
          const [row] = await runStatement<StepRow>(STEP.write, values, client);
          if (!row) throw new Error(`Task ${task_id} is not at version ${version}.`);
          const { key, content: _content, pg_notify: _notified, ...task } = row;
          await runStatement(STEP.statuses, [task.job_id], client);
          await runStatement(STEP.respond, [user_id, key, JSON.stringify(task)], client);
          await client.query('commit');
          return task;
        } catch (error) {
          await client.query('rollback');
          throw error;
        } finally {
          client.release();
        }
      },
    ],
  ] as [string, Handler][]);
}

interface Detail extends QueryResultRow {
  job_detail_id: number;
  job_id: number;
  done_quantity: number;
  tasks: object[];
}

interface Cell extends QueryResultRow {
  job_detail_id: number;
  status: number;
  x1: number;
  x2: number;
  x3: number;
  quantity_before_rework: number;
  rework_quantity: number;
  editor: number | null;
  first_qc: number | null;
}

interface StepRow extends QueryResultRow {
  key: string;
  job_id: number;
}

interface StepInput {
  task_id: number;
  version: number;
  /** Next status: 5 if a QC takes the task, 4 if the QC releases it. */
  to: 4 | 5;
  user_id: number;
}
