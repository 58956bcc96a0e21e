import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { StartError } from '../config.ts';
import { connectAdmin } from '../db/connect.ts';
import { readArchive } from './archive-file.ts';
import { DELETE_EMPTY_ARCHIVES, TASKS_PER_BATCH } from './steps-archive.ts';

const COLUMNS = `id, task_id, action, event, from_status, to_status, user_id, at, x1, x2, x3, note, fault_kinds, editor, first_qc, second_qc,
  before, fault_note`;

/** Returns true for an archive of steps. Its first line shows the kind. */
export async function hasSteps(file: string): Promise<boolean> {
  const source = createReadStream(file);
  const unpacked = source.pipe(createGunzip());
  source.on('error', (error) => unpacked.destroy(error));
  try {
    for await (const line of createInterface({ input: unpacked, crlfDelay: Infinity }))
      return /^\{"steps": |^\{"task_id": /.test(line);
    return false;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StartError(
      code === 'ENOENT' ? `${file} does not exist.` : `${file} cannot be read as an archive: ${message}`,
    );
  } finally {
    source.destroy();
  }
}

/** Restores the steps of an archive, without duplicates. Refuses incomplete files, skips deleted tasks, can be run again after a stop. */
export async function loadSteps(
  databaseUrl: string,
  { file, now }: { file: string; now: Date },
): Promise<{ steps: number; gone: number }> {
  const { sha256 } = await readArchive(file, TASKS_PER_BATCH, () => Promise.resolve());
  const client = await connectAdmin(databaseUrl);
  let [steps, gone] = [0, 0];
  try {
    await readArchive(file, TASKS_PER_BATCH, async (lines) => {
      const taskIds = lines.map((line) => (JSON.parse(line) as { task_id: number }).task_id);
      await client.query('begin');
      try {
        // In the lock order of all callers.
        const { rows } = await client.query<{ task_id: number }>(
          'select task_id from task where task_id = any($1) order by task_id for no key update',
          [taskIds],
        );
        const ids = rows.map(({ task_id }) => task_id);
        const { rowCount } = await client.query(
          `insert into task_history (${COLUMNS}) overriding system value
           select ${COLUMNS} from jsonb_populate_recordset(null::task_history, (
             select jsonb_agg(step) from jsonb_array_elements($1::jsonb) line, jsonb_array_elements(line -> 'steps') step))
            where task_id = any($2) on conflict (id) do nothing`,
          [`[${lines.join()}]`, ids],
        );
        // Steps from before the quality rollup are added to it now.
        await client.query('insert into quality_stale (task_id) select unnest($1::int[])', [ids]);
        await client.query(
          `delete from archived_task a where a.task_id = any($1)
              and a.steps = (select count(*) from task_history h where h.task_id = a.task_id and h.id <= a.last_step)`,
          [ids],
        );
        await client.query('commit');
        steps += rowCount ?? 0;
        gone += taskIds.length - ids.length;
      } catch (error) {
        await client.query('rollback').catch(() => undefined);
        throw error;
      }
    });
    await client.query(DELETE_EMPTY_ARCHIVES);
    if (steps > 0)
      await client.query(`insert into audit (at, action, note) values ($1, 'steps.load', $2)`, [
        now,
        `${steps} steps, SHA-256 ${sha256}`,
      ]);
    return { steps, gone };
  } finally {
    await client.end();
  }
}
