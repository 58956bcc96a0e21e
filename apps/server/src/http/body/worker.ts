import { parentPort } from 'node:worker_threads';
import { allEndpoints } from '@darkroom/contract/endpoints';
import { Failure } from '../response/fail.ts';
import { validateInput } from './input.ts';
import type { FromWorker, ToWorker } from './large.ts';
import { parseBody } from './parse.ts';

/** Rows of one message. The server reads them in one or two milliseconds, and other requests run in between. */
const ROWS_PER_SLICE = 100;

const endpoints = new Map(allEndpoints.map((endpoint) => [endpoint.name, endpoint]));
const sendMessage = (message: FromWorker) => parentPort?.postMessage(message);

/** Remaining rows of the last checked request, by field and slice. */
let slices: { field: string; rows: unknown[] }[] = [];

parentPort?.on('message', (request: ToWorker) => {
  if (request === 'next') {
    const slice = slices.shift();
    sendMessage(slice ? { slice } : 'done');
    return;
  }
  try {
    const endpoint = endpoints.get(request.name);
    if (!endpoint) throw new Error(`there is no call ${request.name}`);
    const bytes = Buffer.from(request.bytes.buffer, request.bytes.byteOffset, request.bytes.byteLength);
    sendMessage({
      input: sliceLists(
        validateInput(endpoint, parseBody(bytes), request.pathParams, request.caller) as Record<string, unknown>,
      ),
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // A response has at most this many errors. More would only be copied.
    const errors = error.details.errors?.slice(0, request.maxErrors);
    sendMessage({ failed: { code: error.code, trouble: { ...error.details, ...(errors ? { errors } : {}) } } });
  }
});

/** Returns the input without its long lists, which the server fetches in slices. */
function sliceLists(input: Record<string, unknown>): Record<string, unknown> {
  slices = [];
  const withoutLists = Object.entries(input).map(([field, value]) => {
    if (!Array.isArray(value)) return [field, value];
    for (let at = 0; at < value.length; at += ROWS_PER_SLICE)
      slices.push({ field, rows: value.slice(at, at + ROWS_PER_SLICE) });
    return [field, []];
  });
  return Object.fromEntries(withoutLists) as Record<string, unknown>;
}
