import { systemError, errorText } from '@darkroom/domain/webhook/delivery-error';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

/** The outcome of one attempt: status and start of the answer, or the error. */
export interface Outcome {
  readonly status: number | null;
  readonly answer: string | null;
  /** A code of the domain's `DELIVERY_ERRORS`, or the text of a system error. */
  readonly error: string | null;
}

const WITHIN_MS = 10_000;
/** Read limit of an answer in bytes. */
const MAX_ANSWER = 64 * 1024;
/** Stored limit of an answer in characters. */
const MAX_KEPT = 500;

interface Message {
  readonly url: URL;
  /** The checked address to connect to. The DNS answer of the host can have changed since then. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends one message within ten seconds and reads the start of the answer, without redirects or a kept connection. `stop` aborts it. */
export function post(message: Message, stop: AbortSignal, withinMs = WITHIN_MS): Promise<Outcome> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(withinMs)]);
  return new Promise((resolve) => {
    const failed = (error: unknown) => resolve({ status: null, answer: null, error: errorOf(error, signal, withinMs) });
    const send = message.url.protocol === 'https:' ? requestHttps : requestHttp;
    const sending = send(message.url, {
      method: 'POST',
      agent: false,
      signal,
      lookup: to(message.address),
      headers: { ...message.headers, 'content-length': Buffer.byteLength(message.body), connection: 'close' },
    });
    sending.on('error', failed);
    sending.on('response', (answer) => {
      readBeginning(answer).then(
        (text) => resolve({ status: answer.statusCode ?? 0, answer: text, error: null }),
        failed,
      );
    });
    sending.end(message.body);
  });
}

/** Answers each lookup with the checked address. */
const to =
  (address: string): LookupFunction =>
  (_host, { all }, done) => {
    const family = isIP(address);
    if (all) done(null, [{ address, family }]);
    else done(null, address, family);
  };

async function readBeginning(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes += part.length;
    if (bytes >= MAX_ANSWER) break;
  }
  answer.destroy();
  return shown(
    Buffer.concat(parts)
      .subarray(0, MAX_KEPT * 4)
      .toString('utf8'),
  );
}

/** The text for storage and display: invisible characters become their numbers. */
export const shown = (text: string): string =>
  text
    .slice(0, MAX_KEPT)
    .replace(/[^\P{C}\n\t]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16) ?? ''}}`)
    .slice(0, MAX_KEPT * 2);

function errorOf(error: unknown, signal: AbortSignal, withinMs: number): string {
  if (signal.aborted && (signal.reason as Error | undefined)?.name === 'TimeoutError')
    return errorText('timed_out', withinMs / 1000);
  const known = systemError((error as NodeJS.ErrnoException | undefined)?.code);
  if (known) return known;
  return (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, 200);
}
