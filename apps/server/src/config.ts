import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, join, resolve } from 'node:path';

/** The configuration of the server. Read once at the start and passed as an argument. */
export interface Config {
  /** NODE_ENV=production, without demo accounts. */
  production: boolean;
  host: string;
  port: number;
  /** PostgreSQL address. Undefined until the embedded one runs: `main` sets it before the app is created. */
  databaseUrl: string | undefined;
  /** Hot standby for reports, files and backups (`REPORTS_DATABASE_URL`). Null if the primary serves them. */
  reportsDatabaseUrl: string | null;
  /** Direct address for LISTEN and migrations (`LISTEN_DATABASE_URL`), if `DATABASE_URL` is a pooler. Otherwise null. */
  listenDatabaseUrl: string | null;
  /** Connections of each server process. */
  dbPool: number;
  /** True if frequent statements are prepared (`DB_PREPARE`). False behind a pooler that changes connections between transactions. */
  dbPrepare: boolean;
  /** True if requests are limited by person and address (`CALL_LIMITS`). False for benchmarks. */
  callLimits: boolean;
  dataFolder: string;
  /** Scheduled backups (`BACKUP_AT`, `BACKUP_TO`, `BACKUP_KEEP`), or null. */
  backup: BackupPlan | null;
  /** Root of the checkout, with the built web pages and the demo data. */
  root: string;
  logLevel: LogLevel;
  /** End of break-glass recovery (ISO-8601 UTC). Null if the recovery is closed. */
  backdoorUntil: string | null;
  /** Token of a collector of `/metrics` (`METRICS_TOKEN`). Null if only administrators can read them. */
  metricsToken: string | null;
  /** True if webhooks are delivered (`WEBHOOKS`). False in a copy that runs next to its original. */
  webhooks: boolean;
  /** Private addresses and networks that webhooks can use, also by plain http (`WEBHOOK_PRIVATE`). */
  webhookPrivate: readonly string[];
  /** Key for secrets in the database (`DARKROOM_KEY`), 32 bytes in base64. Null if it is in the file `key` of the data folder. */
  secretKey: string | null;
  /** Mail server of `SMTP_URL`, as smtp: or smtps: address. Null if mails are saved as files. */
  smtpUrl: string | null;
  /** Sender of mails (`MAIL_FROM`). */
  mailFrom: string;
  /** Address of Darkroom in the links of mails (`PUBLIC_URL`), without a slash at the end. */
  publicUrl: string;
  version: string;
  /** Fastify's setting for trusted X-Forwarded-* headers. */
  trustProxy: false | number | string;
}

/** Backups that the server makes automatically. */
export interface BackupPlan {
  /** Minutes of the day in Bangkok. */
  readonly at: readonly number[];
  readonly folder: string;
  /** Number of backups to keep in the folder. Null if all are kept. */
  readonly keep: number | null;
}

/** A configuration with a database, which the app needs. */
export type RunningConfig = Config & { databaseUrl: string };

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** A problem that the operator can fix. `main` prints its message without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

type Environment = Record<string, string | undefined>;

/** Reads and checks the environment. The error names every wrong variable, with a correct example. */
export function readConfig(env: Environment = process.env): Config {
  const problems: string[] = [];
  const root = findRoot();
  const value = (name: string): string | undefined => env[name]?.trim() || undefined;
  const reportWrong: ReportWrong = (name, expected, fallback) => {
    problems.push(`${name} must be ${expected}, not ${JSON.stringify(value(name))}`);
    return fallback;
  };
  const readInteger = (name: string, fallback: number, min: number, max: number): number => {
    const text = value(name);
    if (text === undefined) return fallback;
    const number = Number(text);
    if (Number.isInteger(number) && number >= min && number <= max) return number;
    return reportWrong(name, `a whole number from ${min} to ${max}`, fallback);
  };

  const mode = value('NODE_ENV') ?? 'development';
  if (!['production', 'development', 'test'].includes(mode)) {
    reportWrong('NODE_ENV', 'production, development or test', mode);
  }
  const production = mode === 'production';

  // The messages leave out the value, which can contain a password.
  const readUrl = (name: string): string | undefined => {
    const url = value(name);
    if (url && !/^postgres(ql)?:\/\//.test(url)) {
      problems.push(`${name} must look like postgresql://user:password@host:5432/database`);
    } else if (url && !isEncoded(url)) {
      problems.push(
        `${name} cannot be read: in its user and password @ / ? # % have to be percent-encoded (%40 %2F %3F %23 %25)`,
      );
    }
    return url;
  };
  const databaseUrl = readUrl('DATABASE_URL');
  const [reportsDatabaseUrl, listenDatabaseUrl] = [readUrl('REPORTS_DATABASE_URL'), readUrl('LISTEN_DATABASE_URL')];
  if (!databaseUrl && (reportsDatabaseUrl ?? listenDatabaseUrl))
    problems.push('REPORTS_DATABASE_URL and LISTEN_DATABASE_URL need DATABASE_URL');
  else if (reportsDatabaseUrl && readDatabaseName(reportsDatabaseUrl) !== readDatabaseName(databaseUrl ?? ''))
    problems.push(
      'REPORTS_DATABASE_URL must have the database name of DATABASE_URL, because it is a standby of the same server',
    );

  const prepare = value('DB_PREPARE') ?? 'on';
  if (!['on', 'off'].includes(prepare)) reportWrong('DB_PREPARE', 'on or off', prepare);

  const limits = value('CALL_LIMITS') ?? 'on';
  if (!['on', 'off'].includes(limits)) reportWrong('CALL_LIMITS', 'on or off', limits);

  const metricsToken = value('METRICS_TOKEN') ?? null;
  if (metricsToken !== null && !/^\S{32,200}$/.test(metricsToken)) {
    // The message leaves out the value, which is a secret.
    problems.push('METRICS_TOKEN must be 32 to 200 characters without blanks, as `openssl rand -hex 24` makes them');
  }

  const level = value('LOG_LEVEL') ?? (production ? 'info' : 'warn');
  const logLevel =
    LOG_LEVELS.find((known) => known === level) ?? reportWrong('LOG_LEVEL', LOG_LEVELS.join(', '), 'info');

  let backdoorUntil: string | null = null;
  const until = value('BACKDOOR_UNTIL');
  if (until) {
    const hasZone = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(until);
    const instant = new Date(until);
    if (hasZone && !Number.isNaN(instant.getTime())) backdoorUntil = instant.toISOString();
    else reportWrong('BACKDOOR_UNTIL', 'a time with its zone, such as 2026-11-20T17:00:00+07:00', null);
  }

  const dataFolder = resolve(root, value('DARKROOM_DATA') ?? '.data');
  const times = value('BACKUP_AT')
    ?.split(',')
    .map((time) => /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time.trim()));
  if (times?.includes(null)) reportWrong('BACKUP_AT', 'times of day in Bangkok, such as 02:00,13:30', null);
  const backup: BackupPlan | null = times
    ? {
        at: times.map((time) => Number(time?.[1]) * 60 + Number(time?.[2])),
        folder: resolve(root, value('BACKUP_TO') ?? join(dataFolder, 'backups')),
        keep: value('BACKUP_KEEP') === undefined ? null : readInteger('BACKUP_KEEP', 30, 1, 10_000),
      }
    : null;

  const webhooks = value('WEBHOOKS') ?? 'on';
  if (!['on', 'off'].includes(webhooks)) reportWrong('WEBHOOKS', 'on or off', webhooks);

  const webhookPrivate = (value('WEBHOOK_PRIVATE') ?? '').split(',').map((part) => part.trim());
  if (webhookPrivate.some((part) => part !== '' && !isNetwork(part)))
    reportWrong('WEBHOOK_PRIVATE', 'addresses and networks, such as 10.20.0.0/16,127.0.0.1', null);

  const secretKey = value('DARKROOM_KEY') ?? null;
  // The message leaves out the value, which is a secret.
  if (secretKey !== null && Buffer.from(secretKey, 'base64').length !== 32)
    problems.push('DARKROOM_KEY must be 32 bytes in base64, as `openssl rand -base64 32` makes them');
  const smtpUrl = value('SMTP_URL') ?? null;
  // The message leaves out the value, which contains a password.
  if (smtpUrl !== null && (!/^smtps?:\/\/\S+$/i.test(smtpUrl) || !URL.canParse(smtpUrl)))
    problems.push('SMTP_URL must look like smtps://user:password@host:465');
  const mailFrom = value('MAIL_FROM');
  if (mailFrom !== undefined && !/^[^\r\n<>]*<[^\s@<>]+@[^\s@<>]+>$|^[^\s@<>]+@[^\s@<>]+$/.test(mailFrom))
    reportWrong('MAIL_FROM', 'an address, such as Darkroom <jobs@example.com>', null);
  const publicUrl = value('PUBLIC_URL');
  if (publicUrl !== undefined && (!/^https?:\/\/[^\s?#]+$/.test(publicUrl) || !URL.canParse(publicUrl)))
    reportWrong('PUBLIC_URL', 'the address of Darkroom for its users, such as https://darkroom.example.com', null);
  if (smtpUrl !== null && (mailFrom === undefined || publicUrl === undefined))
    problems.push('SMTP_URL needs MAIL_FROM and PUBLIC_URL');
  const port = readInteger('PORT', 4000, 0, 65_535);

  const config: Config = {
    production,
    // Demo accounts have known passwords, so they are open to the network only on request.
    host: value('HOST') ?? (production ? '0.0.0.0' : 'localhost'),
    port,
    databaseUrl,
    reportsDatabaseUrl: reportsDatabaseUrl ?? null,
    listenDatabaseUrl: listenDatabaseUrl ?? null,
    dbPool: readInteger('DB_POOL', 10, 1, 500),
    dbPrepare: prepare === 'on',
    callLimits: limits === 'on',
    dataFolder,
    backup,
    root,
    logLevel,
    backdoorUntil,
    metricsToken,
    webhooks: webhooks === 'on',
    webhookPrivate: webhookPrivate.filter(Boolean),
    secretKey,
    smtpUrl,
    mailFrom: mailFrom ?? 'Darkroom <darkroom@localhost>',
    publicUrl: (publicUrl ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    version: readVersion(root),
    trustProxy: readTrustProxy(value('TRUST_PROXY'), reportWrong),
  };
  if (problems.length > 0)
    throw new StartError(['The configuration is wrong:', ...problems].join(problems[1] ? '\n' : ' '));
  return config;
}

/** Reads the version in the checkout of the program. */
function readVersion(root: string): string {
  const file = join(root, 'package.json');
  const manifest: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return (manifest as { version?: string }).version ?? 'unknown';
}

type ReportWrong = <T>(name: string, expected: string, fallback: T) => T;

function readTrustProxy(text: string | undefined, reportWrong: ReportWrong): false | number | string {
  if (text === undefined || text === 'false') return false;
  if (/^\d+$/.test(text)) return Number(text);
  if (text.split(',').every((part) => isProxy(part.trim()))) return text;
  return reportWrong('TRUST_PROXY', 'the number of proxies, or their addresses separated by commas', false);
}

/** Reads the name of the database in a URL, for example `darkroom`. */
const readDatabaseName = (databaseUrl: string): string | undefined =>
  /^\w+:\/\/[^/?#]*\/([^?#]*)/.exec(databaseUrl)?.[1];

/**
 * Returns true if user and password are percent-encoded. A raw / ? or # ends them too early, and the rest is read as
 * host or path.
 */
function isEncoded(databaseUrl: string): boolean {
  const [, authority = '', path = '', rest = ''] = /^\w+:\/\/([^/?#]*)([^?#]*)(.*)$/s.exec(databaseUrl) ?? [];
  const hasCutPassword = /:(?!\d+$)[^@\]]*$/.test(authority) && !authority.includes('@');
  const hasStrayPercent = /%(?![0-9a-f]{2})/i.test(authority);
  return !hasStrayPercent && !path.includes('@') && !rest.includes('#') && !(hasCutPassword && rest.includes('@'));
}

/** Returns true for an address, a network (10.0.0.0/8), or the name of a network. */
function isProxy(text: string): boolean {
  return ['loopback', 'linklocal', 'uniquelocal'].includes(text) || isNetwork(text);
}

/** Returns true for an address or a network (10.0.0.0/8). */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const maxBits = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : -1;
  return maxBits > 0 && more.length === 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= maxBits));
}

// The server runs bundled and unbundled, from folders of different depth. The lock file marks the root in both.
export function findRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package-lock.json'))) {
    const parent = dirname(folder);
    if (parent === folder) return process.cwd();
    folder = parent;
  }
  return folder;
}
