import { join, resolve } from 'node:path';
import { archiveAudit, loadAuditArchive } from '../archive/audit-archive.ts';
import { archiveSteps } from '../archive/steps-archive.ts';
import { hasSteps, loadSteps } from '../archive/steps-load.ts';
import { readConfig, StartError } from '../config.ts';
import { reachDatabase } from '../db/open.ts';
import { readOptions, printFailure } from '../options.ts';

const USAGE = 'npm run archive -- [--steps] --before MONTH [--to DIR], or -- --load FILE';

// `npm run archive -- --before 2025-01 --to DIR` moves older months of the audit into files, with `--steps` the steps of tasks finished
// before. `-- --load FILE` restores either kind.
try {
  const { values } = readOptions(USAGE, {
    options: {
      before: { type: 'string' },
      to: { type: 'string' },
      load: { type: 'string' },
      steps: { type: 'boolean', default: false },
    },
  });
  const { before, to, load, steps } = values;
  if ((before === undefined) === (load === undefined)) throw new StartError(`Usage: ${USAGE}`);
  const config = readConfig();
  const { directUrl, stop } = await reachDatabase(config, { log: console.log, existing: true });
  try {
    const now = new Date();
    if (load !== undefined) await loadArchiveFile(directUrl, resolve(config.root, load), now);
    if (before !== undefined) {
      const folder = to === undefined ? join(config.dataFolder, 'archive') : resolve(config.root, to);
      const reportLines = steps
        ? (await archiveSteps(directUrl, { before, folder, now })).map(
            (item) =>
              `${item.path}: ${formatCount(item.steps)} steps of ${formatCount(item.tasks)} tasks${item.skipped > 0 ? `; ${formatCount(item.skipped)} tasks were in use and stay` : ''}`,
          )
        : (await archiveAudit(directUrl, { before, folder, now })).map(
            ({ path, rows }) => `${path}: ${formatCount(rows)} rows`,
          );
      console.log(reportLines.join('\n') || `There is no data from before ${before}.`);
    }
  } finally {
    await stop();
  }
} catch (error) {
  printFailure(error);
}

async function loadArchiveFile(databaseUrl: string, file: string, now: Date): Promise<void> {
  if (!(await hasSteps(file))) {
    console.log(`${formatCount(await loadAuditArchive(databaseUrl, file))} rows restored`);
    return;
  }
  const { steps, gone } = await loadSteps(databaseUrl, { file, now });
  console.log(
    `${formatCount(steps)} steps restored${gone > 0 ? `; ${formatCount(gone)} tasks of the file no longer exist` : ''}`,
  );
}

function formatCount(n: number): string {
  return n.toLocaleString('en');
}
