import { toDeliveryError, formatDeliveryError } from '@darkroom/domain/webhook/delivery-error';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

/** The outcome of one attempt: status and start of the response, or the error. */
export interface PostOutcome {
  readonly status: number | null;
  readonly response: string | null;
  /** A code of the domain's `DELIVERY_ERRORS`, or the text of a system error. */
  readonly error: string | null;
}

const TIMEOUT_MS = 10_000;
/** Read limit of a response in bytes. */
const MAX_ANSWER = 64 * 1024;
/** Stored limit of a response in characters. */
const MAX_STORED = 500;

interface Message {
  readonly url: URL;
  /** The checked address to connect to. The DNS record of the host can have changed since then. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Sends one message within ten seconds and reads the start of the response, without redirects or a reused connection.
 * `stop` aborts it.
 */
export function postWebhookMessage(message: Message, stop: AbortSignal, timeoutMs = TIMEOUT_MS): Promise<PostOutcome> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]);
  return new Promise((resolve) => {
    const onError = (error: unknown) =>
      resolve({ status: null, response: null, error: describeError(error, signal, timeoutMs) });
    const send = message.url.protocol === 'https:' ? requestHttps : requestHttp;
    const outgoing = send(message.url, {
      method: 'POST',
      agent: false,
      signal,
      lookup: createLookup(message.address),
      headers: { ...message.headers, 'content-length': Buffer.byteLength(message.body), connection: 'close' },
    });
    outgoing.on('error', onError);
    outgoing.on('response', (response) => {
      readStart(response).then(
        (text) => resolve({ status: response.statusCode ?? 0, response: text, error: null }),
        onError,
      );
    });
    outgoing.end(message.body);
  });
}

/** Creates a lookup that always returns the checked address. */
const createLookup =
  (address: string): LookupFunction =>
  (_host, { all }, done) => {
    const family = isIP(address);
    if (all) done(null, [{ address, family }]);
    else done(null, address, family);
  };

async function readStart(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes += part.length;
    if (bytes >= MAX_ANSWER) break;
  }
  response.destroy();
  return toVisibleText(
    Buffer.concat(parts)
      .subarray(0, MAX_STORED * 4)
      .toString('utf8'),
  );
}

/** Converts a text for storage and display: invisible characters become their numbers. */
export const toVisibleText = (text: string): string =>
  text
    .slice(0, MAX_STORED)
    .replace(/[^\P{C}\n\t]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16) ?? ''}}`)
    .slice(0, MAX_STORED * 2);

function describeError(error: unknown, signal: AbortSignal, timeoutMs: number): string {
  if (signal.aborted && (signal.reason as Error | undefined)?.name === 'TimeoutError')
    return formatDeliveryError('timed_out', timeoutMs / 1000);
  const systemText = toDeliveryError((error as NodeJS.ErrnoException | undefined)?.code);
  if (systemText) return systemText;
  return (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, 200);
}
