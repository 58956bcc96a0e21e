import { pino } from 'pino';
import { createApp } from './app.ts';
import { startBackups, openBackupFolder, runBackup } from './backup/schedule.ts';
import { StartError, readConfig, type Config } from './config.ts';
import { breakConnections, type Database } from './db/connect.ts';
import { isEmpty, openDatabase, seedWhenEmpty, whereOf, type OpenDatabase } from './db/open.ts';
import { asDatabaseError } from './db/start-error.ts';
import { asPortError, refuseTakenPort } from './port.ts';
import { seedBuiltIn } from './db/built-in.ts';
import { startDelivery } from './features/webhook/delivery/deliver.service.ts';

/** Time limit of a shutdown. Calls have nine seconds of it (http/drain). */
const STOP_WITHIN_MS = 15_000;
/** Further time after that limit for a clean end of the database. */
const LEAVE_WITHIN_MS = 2000;
/** Ctrl-C arrives twice, from the terminal and through npm. A later second one comes from the user. */
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
let stoppingSince: number | undefined;
let say: (message: string) => void = console.log;
let sayFailed: (error: unknown, message: string) => void = (error, message) => console.error(message, error);

async function boot(config: Config, demo: Demo): Promise<void> {
  // Plain lines for a terminal, structured ones for log collectors.
  if (config.production) {
    const logger = pino({ level: config.logLevel });
    say = (message) => logger.info(message);
    sayFailed = (error, message) => logger.error(error, message);
  }
  await refuseTakenPort(config);
  if (config.backup) openBackupFolder(config.backup);
  opening = openDatabase(config, { log: say });
  const database = await opening;
  closers.push(database.close);
  if (stoppingSince !== undefined) return;
  await seedBuiltIn(database.db);
  if (!config.production) {
    await seedWhenEmpty(database, async () => {
      say('making the demo bureau …');
      await seedBuiltIn(database.db);
      await demo.seed(database.db, { log: say });
    });
    const orders = await demo.leaveOrders(config.root, config.dataFolder, new Date().toISOString());
    say(`a week of orders to import: ${orders}`);
  }
  const app = await createApp({ db: database.db, clock: () => new Date().toISOString(), config: database.config });
  closers.push(() => app.close());
  if (stoppingSince !== undefined) return;
  await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw asPortError(error, config);
  });
  const delivering = startDelivery({
    db: database.db,
    clock: () => new Date().toISOString(),
    config: database.config,
    log: say,
  });
  closers.push(() => delivering.stop());
  if (config.backup) {
    const { databaseUrl } = database.config;
    const plan = { databaseUrl, db: database.db, plan: config.backup, make: runBackup, log: say };
    const { stop: noMore } = startBackups(plan);
    closers.push(async () => noMore());
  }
  const bound = app.server.address();
  announce(config, demo, bound && typeof bound === 'object' ? bound.port : config.port);
  if (await isEmpty(database.db)) say('There are no accounts yet. To create the first one: npm run create-superuser');
}

function announce(config: Config, { signIns }: Demo, port: number): void {
  const everywhere = ['0.0.0.0', '::', 'localhost'].includes(config.host);
  say(`Darkroom is ready at http://${everywhere ? 'localhost' : config.host}:${port}`);
  if (config.production) return;
  const width = Math.max(...signIns.map((account) => account.username.length));
  say('\nDemo sign-ins (password after the name):');
  for (const { username, password, role } of signIns) say(`  ${username.padEnd(width)}  ${password}   ${role}`);
  say('\nCtrl-C stops it.');
}

/** Closes everything, the database last, also after failures. Returns true without failures. */
async function close(): Promise<boolean> {
  let whole = true;
  for (const closer of closers.reverse()) {
    try {
      await closer();
    } catch (error) {
      whole = false;
      sayFailed(error, 'stopping: this could not be closed');
    }
  }
  return whole;
}

async function stop(): Promise<void> {
  const now = performance.now();
  if (stoppingSince !== undefined) {
    if (now - stoppingSince > SAME_SIGNAL_MS) process.exit(1);
    return;
  }
  stoppingSince = now;
  say('Stopping: finishing what runs, then the database …');
  setTimeout(() => void leave(), STOP_WITHIN_MS).unref();
  // Nothing can be closed before the database is open.
  await opening?.catch(() => undefined);
  process.exit((await close()) ? 0 : 1);
}

/** Ends the process in spite of running work, but stops the embedded database, which would continue alone. */
async function leave(): Promise<void> {
  say('Not everything has ended in time: leaving it.');
  setTimeout(() => process.exit(1), LEAVE_WITHIN_MS);
  const database = await opening?.catch(() => undefined);
  if (database) breakConnections(database.db, performance.now());
  await database?.close().catch(() => undefined);
  process.exit(1);
}

function explain(error: unknown): string {
  if (error instanceof StartError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Runs the server until a signal stops it. */
export async function runServer(demo: Demo): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());

  try {
    const config = readConfig();
    await boot(config, demo).catch((error: unknown) => {
      throw asDatabaseError(error, whereOf(config));
    });
  } catch (error) {
    // A stop during the start makes the start fail, without a report.
    if (stoppingSince === undefined) {
      console.error(explain(error));
      await close();
      process.exit(1);
    }
  }
}
