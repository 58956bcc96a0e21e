import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** One call of a load, as another process sends it. */
export interface LoadCall {
  readonly path: string;
  readonly token?: string | undefined;
  readonly body: object;
}

/** Senders that send their calls again and again. `keys` means an object of so many keys: too long to hand over as it is. */
export interface Load {
  readonly port: number;
  readonly senders: readonly (readonly LoadCall[])[];
  readonly keys?: number;
  /** A wrong sign-in each time with another name, each sender from an address of its own. */
  readonly guesses?: true;
}

/** What the makers of a load say when they are stopped. */
export interface Sent {
  readonly answers: Readonly<Record<string, number>>;
}

/** A sender whose connection breaks waits so long, as any client does. */
const AFTER_A_BREAK_MS = 10;

/** Sends a load until the parent says otherwise. Runs in a process of its own. */
export function sendLoad(): void {
  let ended = false;
  const answers: Record<string, number> = {};
  const count = (name: string) => (answers[name] = (answers[name] ?? 0) + 1);
  const send = async ({ port, senders, keys, guesses }: Load): Promise<void> => {
    const many = keys && `{${Array.from({ length: keys }, (_, at) => `"key${at}":1`).join()}}`;
    await Promise.all(
      senders.map(async (calls, sender) => {
        const localAddress = guesses ? `127.0.0.${2 + (sender % 4)}` : '127.0.0.1';
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        for (let n = 0; !ended; n++) {
          const call = calls[n % calls.length];
          if (!call) return;
          const body = guesses ? { username: randomUUID(), password: 'wrong' } : call.body;
          const answer = await sendOnce({ port, agent, localAddress, call, text: many || JSON.stringify(body) });
          count(answer);
          if (answer === 'broken') await sleep(AFTER_A_BREAK_MS);
        }
        agent.destroy();
      }),
    );
    process.send?.({ answers } satisfies Sent);
    process.disconnect();
  };
  process.once('message', (load: Load) => {
    void send(load);
    process.once('message', () => (ended = true));
  });
}

interface Once {
  readonly port: number;
  readonly agent: Agent;
  readonly localAddress: string;
  readonly call: LoadCall;
  readonly text: string;
}

/** The status of the answer, or `broken`. A sender that is refused before everything is sent stops sending. */
function sendOnce({ port, agent, localAddress, call, text }: Once): Promise<string> {
  return new Promise((resolve) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      ...(call.token ? { authorization: `Bearer ${call.token}` } : {}),
    };
    const sent = request({ host: '127.0.0.1', port, path: call.path, method: 'POST', agent, localAddress, headers });
    sent.once('response', (answer) => {
      answer.resume();
      answer.once('close', () => {
        resolve(String(answer.statusCode));
        if (!sent.writableFinished) sent.destroy();
      });
    });
    sent.on('error', () => resolve('broken'));
    sent.end(text);
  });
}
