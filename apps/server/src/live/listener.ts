import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Client } from 'pg';
import { connectAdmin } from '../db/connect.ts';
import { CHANNEL, type LiveMessage } from './emit.ts';

const FIRST_WAIT_MS = 200;
const MAX_WAIT_MS = 2000;
/** Interval of a check, because a connection can break without an error when the network or database is gone. */
const PING_INTERVAL_MS = 3000;
/** Time limit of a response. The wait is allowed twice, because a busy process reads the response late. */
const MAX_ANSWER_MS = 3000;
const MAX_CONNECT_MS = 4000;

export interface ListenerOptions {
  databaseUrl: string;
  onMessage: (message: LiveMessage) => void;
  /** Called when messages can have been missed. */
  onGap: () => void;
  /**
   * Called when the database stops responding and when it responds again. Connections opened before this time
   * (`performance.now`) are unusable.
   */
  onNoResponse: (before: number) => void;
  log: FastifyBaseLogger;
}

export interface Listener {
  /** Settled after the first attempt, also if it failed. */
  ready: Promise<void>;
  isListening(): boolean;
  stop(): Promise<void>;
}

/** Keeps one connection listening for messages of all server processes until it is stopped. */
export function startListening(options: ListenerOptions): Listener {
  const stopped = new AbortController();
  let markTried: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    markTried = resolve;
  });
  let listening = false;
  const done = run();

  async function run(): Promise<void> {
    let wait = FIRST_WAIT_MS;
    let hasGap = false;
    // True after two attempts without a response.
    let isMute = false;
    while (!stopped.signal.aborted) {
      const startedAt = performance.now();
      try {
        const client = await openListener(options);
        listening = true;
        // Requests that began during the silence would wait longer.
        if (isMute) options.onNoResponse(startedAt);
        isMute = false;
        if (hasGap) options.onGap();
        wait = FIRST_WAIT_MS;
        markTried();
        isMute = (await waitUntilEnd(client, stopped.signal)) === 'mute';
        if (isMute) {
          options.log.warn('live: the database does not answer');
          options.onNoResponse(performance.now());
        }
      } catch (error) {
        // A refused connection is a response. After a timeout, requests can be waiting. A busy server can cause one
        // timeout.
        if (error instanceof Error && /timeout/i.test(error.message)) {
          if (isMute) options.onNoResponse(performance.now());
          isMute = true;
        }
        if (!hasGap) options.log.warn({ reason: String(error) }, 'live: not listening');
      }
      listening = false;
      hasGap = true;
      markTried();
      await sleep(wait, undefined, { signal: stopped.signal }).catch(() => undefined);
      wait = Math.min(wait * 2, MAX_WAIT_MS);
    }
  }

  return {
    ready,
    isListening: () => listening,
    stop: async () => {
      stopped.abort();
      await done;
    },
  };
}

async function openListener({ databaseUrl, onMessage }: ListenerOptions): Promise<Client> {
  const client = await connectAdmin(databaseUrl, MAX_CONNECT_MS);
  client.on('notification', ({ payload }) => {
    if (payload) onMessage(JSON.parse(payload) as LiveMessage);
  });
  const hasResponse = client.query(`listen ${CHANNEL}`).then(() => true);
  if (await Promise.race([hasResponse, sleep(MAX_CONNECT_MS, false, { ref: false })])) return client;
  void client.end().catch(() => undefined);
  throw new Error('timeout: no notification from the database');
}

/** Waits until the connection ends, the listener is stopped, or the database stops responding. */
async function waitUntilEnd(client: Client, stopped: AbortSignal): Promise<'ended' | 'mute'> {
  const ended = once(client, 'end').then(() => true);
  const stop = once(stopped, 'abort').then(() => true);
  const pause = () => sleep(MAX_ANSWER_MS, false, { ref: false });
  try {
    while (!stopped.aborted) {
      if (await Promise.race([ended, stop, sleep(PING_INTERVAL_MS, false, { ref: false })])) return 'ended';
      const answered = client.query('select 1').then(() => true);
      const hasResponse =
        (await Promise.race([answered, stop, pause()])) || (await Promise.race([answered, stop, pause()]));
      if (!hasResponse) return 'mute';
    }
    return 'ended';
  } finally {
    // A lost server never acknowledges the end of the connection.
    await Promise.race([client.end().catch(() => undefined), sleep(MAX_ANSWER_MS, undefined, { ref: false })]);
  }
}
