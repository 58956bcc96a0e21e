import { pino } from 'pino';
import { createApp } from './app.ts';
import { startBackupSchedule, prepareBackupFolder, runBackupProgram } from './backup/schedule.ts';
import { StartError, readConfig, type Config } from './config.ts';
import { breakConnections, type Database } from './db/connect.ts';
import { isEmpty, openDatabase, seedWhenEmpty, describeDatabase, type OpenDatabase } from './db/open.ts';
import { asDatabaseError } from './db/start-error.ts';
import { asPortError, rejectTakenPort } from './port.ts';
import { seedBuiltIn } from './db/built-in-data.ts';
import { startDelivery } from './features/webhook/delivery/deliver.service.ts';

/** Time limit of a shutdown. Requests have nine seconds of this time (http/drain). */
const MAX_STOP_MS = 15_000;
/** Further time after that limit for a clean end of the database. */
const MAX_LEAVE_MS = 2000;
/** Ctrl-C arrives twice, from the terminal and through npm. A later second signal comes from the user. */
const SAME_SIGNAL_MS = 1000;

/** The demo for an empty database outside production. */
export interface Demo {
  /** One account for each role, shown after the start. */
  readonly signIns: readonly { role: string; username: string; password: string }[];
  readonly seed: (db: Database, options: { log: (message: string) => void }) => Promise<void>;
  /** Writes a week of orders into the data folder. Returns the file's path. */
  readonly leaveOrders: (root: string, dataFolder: string, now: string) => Promise<string>;
}

type Closer = () => Promise<unknown>;
const closers: Closer[] = [];
let opening: Promise<OpenDatabase> | undefined;
let stopStartedAt: number | undefined;
let logMessage: (message: string) => void = console.log;
let logFailure: (error: unknown, message: string) => void = (error, message) => console.error(message, error);

async function startServer(config: Config, demo: Demo): Promise<void> {
  // Plain lines for a terminal, structured ones for log collectors.
  if (config.production) {
    const logger = pino({ level: config.logLevel });
    logMessage = (message) => logger.info(message);
    logFailure = (error, message) => logger.error(error, message);
  }
  await rejectTakenPort(config);
  if (config.backup) prepareBackupFolder(config.backup);
  opening = openDatabase(config, { log: logMessage });
  const database = await opening;
  closers.push(database.close);
  if (stopStartedAt !== undefined) return;
  await seedBuiltIn(database.db);
  if (!config.production) {
    await seedWhenEmpty(database, async () => {
      logMessage('making the demo bureau …');
      await seedBuiltIn(database.db);
      await demo.seed(database.db, { log: logMessage });
    });
    const orders = await demo.leaveOrders(config.root, config.dataFolder, new Date().toISOString());
    logMessage(`a week of orders to import: ${orders}`);
  }
  const app = await createApp({ db: database.db, clock: () => new Date().toISOString(), config: database.config });
  closers.push(() => app.close());
  if (stopStartedAt !== undefined) return;
  await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw asPortError(error, config);
  });
  const delivery = startDelivery({
    db: database.db,
    clock: () => new Date().toISOString(),
    config: database.config,
    log: logMessage,
  });
  closers.push(() => delivery.stop());
  if (config.smtpUrl === null) logMessage('mail: SMTP_URL is not set, so mails are saved as files in the data folder');
  if (config.backup) {
    const databaseUrl = database.config.listenDatabaseUrl ?? database.config.databaseUrl;
    const plan = { databaseUrl, db: database.db, plan: config.backup, createBackup: runBackupProgram, log: logMessage };
    const { stop: stopBackups } = startBackupSchedule(plan);
    closers.push(async () => stopBackups());
  }
  const bound = app.server.address();
  printAddress(config, demo, bound && typeof bound === 'object' ? bound.port : config.port);
  if (await isEmpty(database.db))
    logMessage('There are no accounts yet. To create the first one: npm run create-superuser');
}

function printAddress(config: Config, { signIns }: Demo, port: number): void {
  const isLocal = ['0.0.0.0', '::', 'localhost'].includes(config.host);
  logMessage(`Darkroom is ready at http://${isLocal ? 'localhost' : config.host}:${port}`);
  if (config.production) return;
  const width = Math.max(...signIns.map((account) => account.username.length));
  logMessage('\nDemo sign-ins (password after the name):');
  for (const { username, password, role } of signIns) logMessage(`  ${username.padEnd(width)}  ${password}   ${role}`);
  logMessage('\nCtrl-C stops it.');
}

/** Closes everything, the database last, also after failures. Returns true if nothing failed. */
async function close(): Promise<boolean> {
  let isClean = true;
  for (const closer of closers.reverse()) {
    try {
      await closer();
    } catch (error) {
      isClean = false;
      logFailure(error, 'stopping: this could not be closed');
    }
  }
  return isClean;
}

async function stop(): Promise<void> {
  const now = performance.now();
  if (stopStartedAt !== undefined) {
    if (now - stopStartedAt > SAME_SIGNAL_MS) process.exit(1);
    return;
  }
  stopStartedAt = now;
  logMessage('Stopping: finishing what runs, then the database …');
  setTimeout(() => void forceExit(), MAX_STOP_MS).unref();
  // Nothing can be closed before the database is open.
  await opening?.catch(() => undefined);
  process.exit((await close()) ? 0 : 1);
}

/** Ends the process in spite of running work, but stops the embedded database, which would continue alone. */
async function forceExit(): Promise<void> {
  logMessage('Not everything has ended in time: leaving it.');
  setTimeout(() => process.exit(1), MAX_LEAVE_MS);
  const database = await opening?.catch(() => undefined);
  if (database) breakConnections(database.db, performance.now());
  await database?.close().catch(() => undefined);
  process.exit(1);
}

function formatError(error: unknown): string {
  if (error instanceof StartError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Runs the server until a signal stops it. */
export async function runServer(demo: Demo): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());

  try {
    const config = readConfig();
    await startServer(config, demo).catch((error: unknown) => {
      throw asDatabaseError(error, describeDatabase(config));
    });
  } catch (error) {
    // A stop during the start makes the start fail, without a report.
    if (stopStartedAt === undefined) {
      console.error(formatError(error));
      await close();
      process.exit(1);
    }
  }
}
