import type { Endpoint } from '@darkroom/contract/endpoint';
import { endpoints } from '@darkroom/contract/endpoints';
import { TASK_STATUSES } from '@darkroom/domain/task/status';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { asText } from '../db/driver/statement-marks.ts';
import { columnsOf } from '../db/driver/columns.ts';
import { createRowWriter, writeRowSql, type TextRow } from '../db/driver/json-text.ts';
import { readDetailRows, readJobs } from '../features/job/job-read.service.ts';
import { readRedoRows } from '../features/redo/redo.service.ts';
import { readTaskRows } from '../features/task/task-access.service.ts';
import { validateWritten } from '../http/response/written-json.ts';
import { createSessionCache } from '../http/session/session-cache.ts';
import { createTestApp, type ApiClient, type TestApp } from '../testing/app.ts';
import { buildDetail, buildTask } from '../testing/factories/work.ts';

const HOSTILE_TEXTS = [
  '',
  ' ',
  '"',
  '\\',
  '\\"\\u0000',
  '"}],"results":[{"a":1}',
  "'; drop table job; --",
  '\t\n\r',
  '\u0001\u001f\u007f',
  '\u2028\u2029\ufeff\u202e',
  '%s %1$s $1 ${7*7}',
  'Ảnh cưới – Đà Nẵng 😀',
  '</script><script>',
];
const text = fc
  .oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ unit: 'grapheme', maxLength: 60 }))
  .map((some) => some.replaceAll('\u0000', '').toWellFormed());
const name = text.map((some) =>
  some.slice(0, 90).toWellFormed().trim() === '' ? 'A name' : some.slice(0, 90).toWellFormed(),
);
const instant = fc
  .integer({ min: Date.parse('2000-01-01T00:00:00Z'), max: Date.parse('2099-12-31T00:00:00Z') })
  .map((ms) => new Date(ms).toISOString());

let bureau: TestApp;
let people: ApiClient[];
/** One client per role: all permissions, one workstream, own tasks and the pools, a role in a few tasks, only jobs. */
let readers: ApiClient[];

beforeAll(async () => {
  bureau = await createTestApp();
  people = await Promise.all([1, 2, 3].map(() => bureau.as(['npn_view_task', 'npn_editor_pte'])));
  readers = await Promise.all(
    [
      { is_superuser: true },
      ['npn_view_job', 'npn_view_redo', 'npn_view_all_tasks'],
      ['npn_view_job', 'npn_view_redo', 'npn_view_all_ots_tasks', 'npn_view_task'],
      ['npn_view_job', 'npn_view_redo', 'npn_view_task', 'npn_editor_pte', 'npn_qc_ots'],
      ['npn_view_job', 'npn_view_redo', 'npn_view_task'],
      ['npn_view_job', 'npn_view_redo'],
    ].map((who) => bureau.as(who as Parameters<TestApp['as']>[0])),
  );
  await createTasks();
});
afterAll(() => bureau.close());

async function createTasks() {
  const [a, b, c] = people.map(({ user_id }) => user_id);
  const row = fc.record({
    status: fc.constantFrom(...TASK_STATUSES),
    stream: fc.constantFrom('OTS' as const, 'PTE' as const),
    own: fc.integer({ min: 0, max: 4 }),
    text,
    name,
    at: instant,
    number: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    price: fc.constantFrom(null, 0, 0.5, 12, 12.345, 99_999_999_999.999),
    more: fc.boolean(),
  });
  let prod = 0;
  for (const sample of fc.sample(row, { numRuns: 70, seed: 7 })) {
    const { job_detail_id } = await buildDetail(bureau.db, {
      workstream: sample.stream,
      note: sample.text,
      quantity: Math.max(1, sample.number),
      unit_price: sample.price,
      estimate_minutes: sample.more ? sample.number : null,
      job: {
        prod_id: `${sample.name.slice(0, 80).toWellFormed()} ${++prod}`,
        job_name: sample.name,
        job_notes: sample.text,
        job_link: sample.more ? `https://example.com/${encodeURIComponent(sample.text)}"'\\` : null,
        job_priority: sample.more ? 'Urgent' : null,
        created_at: sample.at,
      },
    });
    for (const extra of [0, 1].slice(sample.more ? 0 : 1)) {
      const editor = extra === 0 ? null : sample.own === 0 ? (readers[3]?.user_id ?? null) : (a ?? null);
      await buildTask(bureau.db, {
        job_detail_id,
        status: extra === 0 ? 1 : sample.status,
        editor,
        first_qc: sample.more ? (b ?? null) : null,
        edited_by_ids: sample.more && a ? [a] : [],
        x1: Math.min(sample.number, 1_000_000),
        notes: sample.text,
        rework_notes: sample.more ? null : sample.text,
        rework_quantity: sample.more ? null : 1,
        start_time: sample.more ? sample.at : null,
        status_since: sample.at,
        created_at: sample.at,
        rework_at: sample.at,
        fault_stage: sample.more ? 1 : null,
        supporters: sample.own === 1 && readers[4] ? [readers[4].user_id] : sample.own === 2 && c ? [c] : [],
      });
    }
  }
  await sql`update task_supporter set note = '"quoted" \\ and
    broken'`.execute(bureau.db);
  await sql`insert into task_history (task_id, action, to_status, at, x1, x2, x3, fault_kinds)
    select task_id, case task_id % 3 when 0 then 'rework' when 1 then 'recheck_fault' else 'complete' end, 9, rework_at + interval '1.5 ms', 0, 0, 0,
           case task_id % 3 when 1 then array['b"c', 'a,''{}'] end from task, generate_series(1, 2)`.execute(bureau.db);
}

interface List {
  results: { task_id: number; job_id: number; job_detail_id: number }[];
}

/** Lists that PostgreSQL writes, with the same values built in code. */
const LISTS: [Endpoint, object, (ids: List['results'], actor: never) => Promise<object[]>][] = [
  [
    endpoints.task.list,
    {},
    (rows) =>
      readTaskRows(
        bureau.db,
        rows.map((row) => row.task_id),
      ),
  ],
  [
    endpoints.task.list,
    { job_priority: 'Urgent', status: [1, 3, 4, 9] },
    (rows) =>
      readTaskRows(
        bureau.db,
        rows.map((row) => row.task_id),
      ),
  ],
  [
    endpoints.task.list,
    { scope: 'pool' },
    (rows) =>
      readTaskRows(
        bureau.db,
        rows.map((row) => row.task_id),
      ),
  ],
  [
    endpoints.redo.list,
    { state: 'all' },
    (rows) =>
      readRedoRows(
        bureau.db,
        rows.map((row) => row.task_id),
      ),
  ],
  [
    endpoints.job.list,
    {},
    (rows, actor) =>
      readJobs(
        bureau.db,
        rows.map((row) => row.job_id),
        actor,
      ),
  ],
  [
    endpoints.job.details,
    {},
    (rows, actor) =>
      readDetailRows(
        bureau.db,
        rows.map((row) => row.job_detail_id),
        actor,
      ),
  ],
];

/** Splits a text into pieces, so that a difference is shown briefly. */
const splitFields = (sent: string) => sent.split(/(?=,")/);

describe('a list that PostgreSQL writes', () => {
  it.each(
    LISTS.map(([endpoint, input, values]) => [endpoint.name, JSON.stringify(input), endpoint, input, values] as const),
  )(
    'the list equals the output of zod and JSON for each role: %s %s',
    async (_name, _input, endpoint, input, values) => {
      let comparedRows = 0;
      for (const reader of readers) {
        const known = await createSessionCache(bureau.db).find(reader.token, bureau.clock());
        for (const part of [{}, { page_size: 7 }, { page: 2, page_size: 20 }, { page: 1000 }]) {
          const { status, text: sent } = await reader.send(endpoint, { ...input, ...part });
          if (status === 403) continue;
          expect(status, sent).toBe(200);
          const response = JSON.parse(sent) as List;
          const rows = await values(response.results, known?.session.actor as never);
          expect(splitFields(sent)).toEqual(
            splitFields(JSON.stringify(endpoint.output.parse({ ...response, results: rows }))),
          );
          comparedRows += rows.length;
        }
      }
      expect(comparedRows).toBeGreaterThan(40);
    },
  );

  it('a task without visibility shows only its status', async () => {
    const [, , , , , blind] = readers;
    const { results } = await blind!.call(endpoints.job.list, { page_size: 200 });
    const cells = results.flatMap((row) => row.job_details.flatMap((detail) => detail.tasks));
    expect(cells.length).toBeGreaterThan(70);
    for (const cell of cells) expect(Object.keys(cell)).toEqual(['task_id', 'status']);
  });

  it('outside production, a field that the output does not have is refused at any depth', async () => {
    const { text: sent } = await readers[0]!.send(endpoints.job.list, {});
    expect(() => validateWritten(endpoints.job.list, sent)).not.toThrow();
    for (const wrong of [
      sent.replace('"results":[{', '"results":[{"secret":1,'),
      sent.replace('"tasks":[{', '"tasks":[{"secret":1,'),
      sent.replace('"total_pages":', '"secret":1,"total_pages":'),
      sent.replace('"job_name":"', '"job_name":1,"x":"'),
    ])
      expect(() => validateWritten(endpoints.job.list, wrong)).toThrow(/does not name|Invalid input|expected/);
  });
});

describe('a record that PostgreSQL writes', () => {
  const shape = z.object({
    whole: z.int().nullable(),
    number: z.number(),
    yes: z.boolean().nullable(),
    day: z.string(),
    at: z.iso.datetime().nullable(),
    words: z.array(z.string()).nullable(),
    text: z.string(),
  });

  it('a record of any values is read back unchanged', async () => {
    const value = fc.record({
      whole: fc.option(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
      number: fc.integer({ min: -1e9, max: 1e9 }).map((n) => n / 1000),
      yes: fc.option(fc.boolean()),
      day: instant.map((at) => at.slice(0, 10)),
      at: fc.option(instant),
      words: fc.option(fc.array(text, { maxLength: 4 })),
      text,
    });
    const columns = columnsOf('v', 'whole', 'number', 'yes', 'day', 'at', 'words', 'text');
    const row = createRowWriter(shape, columns);
    await fc.assert(
      fc.asyncProperty(value, async (given) => {
        const { rows } = await sql<TextRow>`
          select ${row.columns}, ${writeRowSql(shape, columns)} from (select ${given.whole}::int as whole, ${given.number}::numeric(14, 3) as number, ${given.yes}::boolean as yes,
            ${given.day}::date as day, ${given.at}::timestamptz as at, ${given.words}::text[] as words, ${given.text}::text as text) v${asText}`.execute(
          bureau.db,
        );
        const json = JSON.stringify(shape.parse(given));
        expect([row.write(rows[0]!), rows[0]?.at(-1)]).toEqual([json, json]);
      }),
      { numRuns: 150 },
    );
  });

  it('a schema that cannot be written is refused', () => {
    const unknown = z.object({ a: z.union([z.string(), z.int()]) });
    expect(() => writeRowSql(unknown, columnsOf('v', 'a'))).toThrow('Not to be written');
    expect(() => createRowWriter(unknown, columnsOf('v', 'a'))).toThrow('Not to be written');
  });
});
