import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** One request of a load, in the form that is sent to another process. */
export interface LoadCall {
  readonly path: string;
  readonly token?: string | undefined;
  readonly body: object;
}

/**
 * Senders that repeat their requests. `keys` means an object with this number of keys, which is too long to send to the
 * process.
 */
export interface LoadCase {
  readonly port: number;
  readonly senders: readonly (readonly LoadCall[])[];
  readonly keys?: number;
  /** True for sign-ins with a wrong password, each with a different name. Each sender has its own address. */
  readonly guesses?: true;
}

/** Report of the senders of a load when they stop. */
export interface Sent {
  readonly responses: Readonly<Record<string, number>>;
}

/** Pause after a broken connection, as other clients have. */
const RETRY_DELAY_MS = 10;

/** Sends a load until the parent process stops it. Runs in a separate process. */
export function sendLoad(): void {
  let hasEnded = false;
  const responses: Record<string, number> = {};
  const count = (name: string) => (responses[name] = (responses[name] ?? 0) + 1);
  const send = async ({ port, senders, keys, guesses }: LoadCase): Promise<void> => {
    const manyKeys = keys && `{${Array.from({ length: keys }, (_, index) => `"key${index}":1`).join()}}`;
    await Promise.all(
      senders.map(async (calls, sender) => {
        const localAddress = guesses ? `127.0.0.${2 + (sender % 4)}` : '127.0.0.1';
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        for (let n = 0; !hasEnded; n++) {
          const call = calls[n % calls.length];
          if (!call) return;
          const body = guesses ? { username: randomUUID(), password: 'wrong' } : call.body;
          const response = await sendOnce({ port, agent, localAddress, call, text: manyKeys || JSON.stringify(body) });
          count(response);
          if (response === 'broken') await sleep(RETRY_DELAY_MS);
        }
        agent.destroy();
      }),
    );
    process.send?.({ responses } satisfies Sent);
    process.disconnect();
  };
  process.once('message', (load: LoadCase) => {
    void send(load);
    process.once('message', () => (hasEnded = true));
  });
}

interface SingleRequest {
  readonly port: number;
  readonly agent: Agent;
  readonly localAddress: string;
  readonly call: LoadCall;
  readonly text: string;
}

/**
 * Sends one request and returns the status of the response, or `broken`. A refusal stops the sending before the end.
 */
function sendOnce({ port, agent, localAddress, call, text }: SingleRequest): Promise<string> {
  return new Promise((resolve) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      ...(call.token ? { authorization: `Bearer ${call.token}` } : {}),
    };
    const sent = request({ host: '127.0.0.1', port, path: call.path, method: 'POST', agent, localAddress, headers });
    sent.once('response', (response) => {
      response.resume();
      response.once('close', () => {
        resolve(String(response.statusCode));
        if (!sent.writableFinished) sent.destroy();
      });
    });
    sent.on('error', () => resolve('broken'));
    sent.end(text);
  });
}
