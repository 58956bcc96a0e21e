import type { Endpoint } from '@darkroom/contract/endpoint';
import { allEndpoints, endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordStatements, type Statement } from '../testing/statements.ts';
import { fillBureau, type FilledBureau } from '../testing/filled-bureau.ts';
import { READ_INPUTS, type Input } from './read-inputs.ts';

/** A few rows of everything, and many. The statements of a request must not depend on their number (quality 14). */
const SMALL_SIZE = 5;
const LARGE_SIZE = 60;
/** Maximum number of statements for one response. */
const MAX_STATEMENTS = 12;
/** Lists with a lower limit. The month reads eight figures of two months, each with the query of its own list. */
const OTHER_LIMITS: Readonly<Record<string, number>> = { 'allowance.list': 8, 'work.list': 4, 'month.summary': 20 };

/** Endpoints whose result has a fixed size. The result of all others must grow with the rows. */
const ANSWERS_ONE = new Set([
  'job.previewMovePrices',
  // The rows of these endpoints are the jobs in the input.
  'job.findImportDuplicates',
  'user.me',
  'month.summary',
  'setting.firstSteps',
  // An account has up to ten factors.
  'user.factors',
  'permission.own',
  'task.counts',
  'staff.info',
  'staff.suggest',
  'task.history',
  'task.editorFaults',
  'appeal.waiting',
  'blindCheck.mine',
  'task.adviceReport',
  // The rows of these endpoints are the editors of a workstream.
  'task.advice',
  'blindCheck.agreement',
  'setting.xToggle',
  'setting.metadata',
  'setting.locks',
  'view.preferences',
  'notification.preferences',
  'mail.preferences',
  'mail.preview',
  'mail.state',
  'customer.values',
  'request.jobs',
  'quote.choices',
  'request.complaint',
  'request.complaints',
  'dueDate.report',
  'dueDate.forecasts',
  'portal.quotes',
  'history.list',
  'allowance.year',
  'allowance.closings',
  'work.list',
  'portal.requestCounts',
  'group.impact',
  'portal.article',
]);

let filled: FilledBureau;

const AUGUST = { year: 2026, month: 8 };
/** Closes a month for all current people, or reopens it. */
async function changeAugust(action: 'close' | 'reopen'): Promise<void> {
  const { month } = await filled.boss.call(endpoints.allowance.list, AUGUST);
  const { version } = month;
  await filled.boss.call(endpoints.allowance.moveMonth, { ...AUGUST, version, action, reason: 'Hết tháng' });
}

/**
 * Creates the inputs of an endpoint: those of the list with the longest pages, and its last page, which is read from
 * the other end.
 */
async function createInputs(endpoint: Endpoint): Promise<Record<string, Input>> {
  const inputs = READ_INPUTS[endpoint.name]?.(filled.created) ?? { whole: {} };
  const [first] = Object.values(inputs);
  if (!first || !endpoint.input.safeParse(first).success) {
    throw new Error(`${endpoint.name} needs an input: add one to read-inputs.ts`);
  }
  if (!endpoint.input.safeParse({ ...first, page: 1, page_size: 200 }).success) return inputs;
  const paged: Record<string, Input> = {};
  for (const [way, input] of Object.entries(inputs)) {
    paged[way] = { ...input, page: 1, page_size: 200 };
    const { body } = await filled.getCaller(endpoint).send(endpoint, { ...input, page: 1, page_size: 1 });
    const { total_pages: pages } = body as { total_pages: number };
    paged[`${way}, last page`] = { ...input, page: Math.max(1, pages), page_size: 1 };
  }
  return paged;
}

interface MeasuredCall {
  statements: Statement[];
  size: number;
}

/** Measures the statements of each input of an endpoint. An earlier request fills the caches. */
async function measureCall(endpoint: Endpoint): Promise<Map<string, MeasuredCall>> {
  const measured = new Map<string, MeasuredCall>();
  for (const [way, input] of Object.entries(await createInputs(endpoint))) {
    await filled.getCaller(endpoint).send(endpoint, input);
    const { result, statements } = await recordStatements(() => filled.getCaller(endpoint).send(endpoint, input));
    expect(result.status, `${endpoint.name}, ${way}: ${result.text.slice(0, 300)}`).toBe(200);
    // The clock decides when changed permissions are read, so that statement does not belong to the request.
    const callStatements = statements.filter(({ text }) => text !== 'select n from access_epoch');
    measured.set(way, { statements: callStatements, size: result.text.length });
  }
  return measured;
}

const reads = allEndpoints.filter((endpoint) => endpoint.kind === 'read');
const smallBureauCalls = new Map<string, Map<string, MeasuredCall>>();
const table: string[] = [];

beforeAll(async () => {
  filled = await fillBureau();
  await filled.fill(SMALL_SIZE);
  await changeAugust('close');
  for (const endpoint of reads) smallBureauCalls.set(endpoint.name, await measureCall(endpoint));
  await changeAugust('reopen');
  await filled.fill(LARGE_SIZE);
  await changeAugust('close');
});
afterAll(async () => {
  process.stdout.write(
    `\nStatements per call, with ${SMALL_SIZE} and with ${LARGE_SIZE} rows of everything\n${table.join('\n')}\n`,
  );
  await filled.bureau.close();
});

describe('statements of an endpoint', () => {
  it.each(reads.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s: as many statements for many rows as for few',
    async (name, endpoint) => {
      for (const [way, { statements, size }] of await measureCall(endpoint)) {
        const before = smallBureauCalls.get(name)?.get(way);
        const counts = [before?.statements.length ?? 0, statements.length];
        table.push(`${`${name}, ${way}`.padEnd(40)} ${counts.map((count) => String(count).padStart(4)).join('')}`);
        expect(
          counts,
          `${name}, ${way} sends, for many rows:\n${statements.map(({ text }) => text).join(';\n')}`,
        ).toEqual([counts[1], counts[1]]);
        expect(statements.length, `${name}, ${way}`).toBeLessThanOrEqual(OTHER_LIMITS[name] ?? MAX_STATEMENTS);
        if (ANSWERS_ONE.has(name) || /narrowed|last page/.test(way)) continue;
        if (size <= (before?.size ?? 0)) {
          throw new Error(
            `${name}, ${way} answers no more with ${LARGE_SIZE} rows: make some in fill, or see ANSWERS_ONE.`,
          );
        }
      }
    },
  );
});
