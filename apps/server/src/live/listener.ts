import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Client } from 'pg';
import { connectAdmin } from '../db/connect.ts';
import { CHANNEL, type LiveNote } from './emit.ts';

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 5000;
/** A connection can break silently, so it is checked now and then. */
const ASK_EVERY_MS = 20_000;
const ANSWER_WITHIN_MS = 5000;

export interface ListenerOptions {
  databaseUrl: string;
  onNote: (note: LiveNote) => void;
  /** Notes may have been missed. */
  onGap: () => void;
  log: FastifyBaseLogger;
}

export interface Listener {
  /** Settled after the first attempt, whichever way it went. */
  ready: Promise<void>;
  stop(): Promise<void>;
}

/** Keeps one connection listening for what any server process says, for as long as it is not stopped. */
export function keepListening(options: ListenerOptions): Listener {
  const stopped = new AbortController();
  let tried: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    tried = resolve;
  });
  const done = run();

  async function run(): Promise<void> {
    let wait = FIRST_WAIT_MS;
    let gap = false;
    while (!stopped.signal.aborted) {
      try {
        const client = await open(options);
        if (gap) options.onGap();
        wait = FIRST_WAIT_MS;
        tried();
        await untilItEnds(client, stopped.signal);
      } catch (error) {
        if (!gap) options.log.warn({ reason: String(error) }, 'live: not listening');
      }
      gap = true;
      tried();
      await sleep(wait, undefined, { signal: stopped.signal }).catch(() => undefined);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
  }

  return {
    ready,
    stop: async () => {
      stopped.abort();
      await done;
    },
  };
}

async function open({ databaseUrl, onNote }: ListenerOptions): Promise<Client> {
  const client = await connectAdmin(databaseUrl);
  client.on('notification', ({ payload }) => {
    if (payload) onNote(JSON.parse(payload) as LiveNote);
  });
  await client.query(`listen ${CHANNEL}`);
  return client;
}

async function untilItEnds(client: Client, stopped: AbortSignal): Promise<void> {
  const ended = once(client, 'end').then(() => true);
  const stop = once(stopped, 'abort').then(() => true);
  try {
    while (!stopped.aborted) {
      if (await Promise.race([ended, stop, sleep(ASK_EVERY_MS, false, { ref: false })])) return;
      const answered = client.query('select 1').then(() => true);
      if (!(await Promise.race([answered, sleep(ANSWER_WITHIN_MS, false, { ref: false })]))) return;
    }
  } finally {
    // A dead peer never acknowledges the end of the connection.
    await Promise.race([client.end().catch(() => undefined), sleep(ANSWER_WITHIN_MS, undefined, { ref: false })]);
  }
}
