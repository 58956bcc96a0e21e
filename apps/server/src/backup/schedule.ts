import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { StartError, type BackupPlan } from '../config.ts';
import { connectAdmin, type Database } from '../db/connect.ts';
import { createFolder } from '../make-folder.ts';

const CHECK_INTERVAL_MS = 60_000;
/** Pause after a failed backup. A full disk takes longer than a minute to fix, and the log should not repeat it. */
const RETRY_DELAY_MS = 30 * 60_000;
/** Any fixed number for the lock. Of several server processes, the holder makes the backup. */
const BACKUP_LOCK = 4_000_019;
const DAY_MS = 24 * 3_600_000;
const BANGKOK_MS = 7 * 3_600_000;

/** Creates the folder of the backups. Reports problems at the start, which would otherwise appear only at night. */
export function prepareBackupFolder({ folder }: Pick<BackupPlan, 'folder'>): void {
  try {
    createFolder(folder);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new StartError(`BACKUP_TO: backups cannot be written to ${folder}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

interface Schedule {
  readonly databaseUrl: string;
  readonly db: Database;
  readonly plan: BackupPlan;
  /** Makes a backup and returns a message about it. */
  readonly createBackup: (plan: BackupPlan) => Promise<string>;
  readonly log: (message: string) => void;
}

/** Finds the latest of the plan's times of day in Bangkok that has passed. */
export function findLastDue({ at }: Pick<BackupPlan, 'at'>, now: number): number {
  const local = now + BANGKOK_MS;
  const midnight = local - (local % DAY_MS);
  const times = at.flatMap((minutes) => [midnight + minutes * 60_000, midnight + minutes * 60_000 - DAY_MS]);
  return Math.max(...times.filter((time) => time <= local)) - BANGKOK_MS;
}

/**
 * Makes a backup if the last one is older than the last due time, once for all processes of a database. Returns true if
 * this process made one.
 */
export async function createDueBackup(
  { databaseUrl, db, plan, createBackup, log }: Schedule,
  now: number,
): Promise<boolean> {
  const due = findLastDue(plan, now);
  const hasBackup = async () => {
    const { rows } = await sql`select 1 from backup_run where at >= ${new Date(due).toISOString()}`.execute(db);
    return rows.length > 0;
  };
  if (await hasBackup()) return false;
  const holder = await connectAdmin(databaseUrl);
  try {
    const { rows } = await holder.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [BACKUP_LOCK]);
    if (!rows[0]?.mine || (await hasBackup())) return false;
    log(`backup: ${await createBackup(plan)}`);
    return true;
  } finally {
    await holder.end();
  }
}

/** Checks every minute whether a backup is due, until it is stopped. */
export function startBackupSchedule(schedule: Schedule): { stop: () => void } {
  let notBefore = 0;
  let running = false;
  const checkSchedule = async () => {
    if (running || Date.now() < notBefore) return;
    running = true;
    try {
      await createDueBackup(schedule, Date.now());
    } catch (error) {
      notBefore = Date.now() + RETRY_DELAY_MS;
      schedule.log(
        `backup: FAILED, tried again in half an hour: ${error instanceof Error ? error.message : String(error)}`,
      );
    } finally {
      running = false;
    }
  };
  const timer = setInterval(() => void checkSchedule(), CHECK_INTERVAL_MS);
  timer.unref();
  void checkSchedule();
  return { stop: () => clearInterval(timer) };
}

/** Runs `backup` in a separate process, because packing a bureau would slow down requests in this one. */
export function runBackupProgram({ folder, keep }: BackupPlan): Promise<string> {
  const program = [import.meta.dirname, join(import.meta.dirname, '..')]
    .map((place) => join(place, 'backup.js'))
    .find((path) => existsSync(path));
  if (!program) throw new Error('backup.js is missing next to the server');
  return new Promise((resolve, reject) => {
    const args = [program, '--to', folder, ...(keep === null ? [] : ['--keep', String(keep)])];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let programOutput = '';
    for (const output of [child.stdout, child.stderr])
      output.on('data', (chunk: Buffer) => (programOutput += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      const summary = programOutput.trim().split('\n').slice(0, 2).join(', ');
      if (code === 0) resolve(summary);
      else reject(new Error(summary || `ended with ${code}`));
    });
  });
}
