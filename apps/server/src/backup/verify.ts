import type { Client } from 'pg';
import { StartError } from '../config.ts';
import { connectAdmin } from '../db/connect.ts';
import { readAppliedSteps } from '../db/migrate.ts';
import { migrations } from '../db/migrations.ts';
import type { DatabaseCheck } from './database-check.ts';
import { DATABASE_CHECKS } from './database-checks.ts';

/** Result of a check. `ids` are the first few violations. */
export interface Finding {
  readonly name: string;
  readonly ids: readonly string[];
  /** True if there are more than the listed ones. */
  readonly more: boolean;
}

const MAX_REPORTED_IDS = 10;

/** Runs the given checks, or all, in the transaction of the connection. */
export async function runChecks(
  client: Client,
  checks: readonly DatabaseCheck[] = DATABASE_CHECKS,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, broken } of checks) {
    const text = typeof broken === 'string' ? broken : await broken(client);
    const { rows } = await client.query<{ id: string }>(
      `select id::text as id from (${text}) broken limit ${MAX_REPORTED_IDS + 1}`,
    );
    findings.push({
      name,
      ids: rows.slice(0, MAX_REPORTED_IDS).map(({ id }) => id),
      more: rows.length > MAX_REPORTED_IDS,
    });
  }
  return findings;
}

/** Checks a database in use at one instant, while people continue working. */
export async function verifyDatabase(databaseUrl: string): Promise<Finding[]> {
  const client = await connectAdmin(databaseUrl);
  try {
    const steps = await readAppliedSteps(client);
    const last = steps.at(-1)?.name ?? 'nothing of Darkroom';
    if (steps.length !== migrations.length)
      throw new StartError(
        `This program checks databases at ${migrations.at(-1)?.name}; this one is at ${last}. Use the version of Darkroom that matches the database.`,
      );
    await client.query('begin isolation level repeatable read, read only');
    return await runChecks(client);
  } finally {
    await client.end();
  }
}

/** Formats the report with one line for each check. */
export const formatReport = (findings: readonly Finding[]): string =>
  findings
    .map(({ name, ids, more }) =>
      ids.length === 0 ? `ok    ${name}` : `FAIL  ${name}: ${ids.join(', ')}${more ? ', …' : ''}`,
    )
    .join('\n');
