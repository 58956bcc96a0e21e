import { parentPort } from 'node:worker_threads';
import { allEndpoints } from '@darkroom/contract/endpoints';
import { Failure } from '../answer/fail.ts';
import { checkInput } from './input.ts';
import type { FromWorker, ToWorker } from './large.ts';
import { parseBody } from './parse.ts';

/** Rows of one message. The server reads them in one or two milliseconds, and other requests run in between. */
const ROWS_AT_ONCE = 100;

const endpoints = new Map(allEndpoints.map((endpoint) => [endpoint.name, endpoint]));
const say = (message: FromWorker) => parentPort?.postMessage(message);

/** Remaining rows of the last checked call, by field and slice. */
let slices: { field: string; rows: unknown[] }[] = [];

parentPort?.on('message', (asked: ToWorker) => {
  if (asked === 'next') {
    const slice = slices.shift();
    say(slice ? { slice } : 'done');
    return;
  }
  try {
    const endpoint = endpoints.get(asked.name);
    if (!endpoint) throw new Error(`there is no call ${asked.name}`);
    const bytes = Buffer.from(asked.bytes.buffer, asked.bytes.byteOffset, asked.bytes.byteLength);
    say({ input: sliced(checkInput(endpoint, parseBody(bytes), asked.inPath, asked.by) as Record<string, unknown>) });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // An answer has at most this many errors. More would only be copied.
    const errors = error.trouble.errors?.slice(0, asked.mostErrors);
    say({ failed: { code: error.code, trouble: { ...error.trouble, ...(errors ? { errors } : {}) } } });
  }
});

/** The input without its long lists, which the server fetches in slices. */
function sliced(input: Record<string, unknown>): Record<string, unknown> {
  slices = [];
  const short = Object.entries(input).map(([field, value]) => {
    if (!Array.isArray(value)) return [field, value];
    for (let at = 0; at < value.length; at += ROWS_AT_ONCE)
      slices.push({ field, rows: value.slice(at, at + ROWS_AT_ONCE) });
    return [field, []];
  });
  return Object.fromEntries(short) as Record<string, unknown>;
}
