import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Client } from 'pg';
import { connectAdmin } from '../db/connect.ts';
import { CHANNEL, type LiveNote } from './emit.ts';

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 2000;
/** Interval of a check, because a connection can break without an error when the network or database is gone. */
const ASK_EVERY_MS = 3000;
/** Time for an answer. It is allowed twice, because a busy process reads the answer late. */
const ANSWER_WITHIN_MS = 3000;
const CONNECT_WITHIN_MS = 4000;

export interface ListenerOptions {
  databaseUrl: string;
  onNote: (note: LiveNote) => void;
  /** Called when notes can have been missed. */
  onGap: () => void;
  /**
   * Called when the database stops answering and when it answers again. Connections opened before this time
   * (`performance.now`) are unusable.
   */
  onMute: (before: number) => void;
  log: FastifyBaseLogger;
}

export interface Listener {
  /** Settled after the first attempt, also if it failed. */
  ready: Promise<void>;
  isListening(): boolean;
  stop(): Promise<void>;
}

/** Keeps one connection listening for notes of all server processes until it is stopped. */
export function startListening(options: ListenerOptions): Listener {
  const stopped = new AbortController();
  let tried: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    tried = resolve;
  });
  let listening = false;
  const done = run();

  async function run(): Promise<void> {
    let wait = FIRST_WAIT_MS;
    let gap = false;
    // True after two attempts without an answer.
    let mute = false;
    while (!stopped.signal.aborted) {
      const began = performance.now();
      try {
        const client = await open(options);
        listening = true;
        // Calls that began without an answer would wait longer.
        if (mute) options.onMute(began);
        mute = false;
        if (gap) options.onGap();
        wait = FIRST_WAIT_MS;
        tried();
        mute = (await untilItEnds(client, stopped.signal)) === 'mute';
        if (mute) {
          options.log.warn('live: the database does not answer');
          options.onMute(performance.now());
        }
      } catch (error) {
        // A refused connection is an answer. After a timeout, calls can be waiting. One timeout can come from a busy
        // server.
        if (error instanceof Error && /timeout/i.test(error.message)) {
          if (mute) options.onMute(performance.now());
          mute = true;
        }
        if (!gap) options.log.warn({ reason: String(error) }, 'live: not listening');
      }
      listening = false;
      gap = true;
      tried();
      await sleep(wait, undefined, { signal: stopped.signal }).catch(() => undefined);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
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

async function open({ databaseUrl, onNote }: ListenerOptions): Promise<Client> {
  const client = await connectAdmin(databaseUrl, CONNECT_WITHIN_MS);
  client.on('notification', ({ payload }) => {
    if (payload) onNote(JSON.parse(payload) as LiveNote);
  });
  const heard = client.query(`listen ${CHANNEL}`).then(() => true);
  if (await Promise.race([heard, sleep(CONNECT_WITHIN_MS, false, { ref: false })])) return client;
  void client.end().catch(() => undefined);
  throw new Error('timeout: nothing is heard of the database');
}

/** Waits until the connection ends, the listener is stopped, or the database stops answering. */
async function untilItEnds(client: Client, stopped: AbortSignal): Promise<'ended' | 'mute'> {
  const ended = once(client, 'end').then(() => true);
  const stop = once(stopped, 'abort').then(() => true);
  const pause = () => sleep(ANSWER_WITHIN_MS, false, { ref: false });
  try {
    while (!stopped.aborted) {
      if (await Promise.race([ended, stop, sleep(ASK_EVERY_MS, false, { ref: false })])) return 'ended';
      const answered = client.query('select 1').then(() => true);
      const heard = (await Promise.race([answered, stop, pause()])) || (await Promise.race([answered, stop, pause()]));
      if (!heard) return 'mute';
    }
    return 'ended';
  } finally {
    // A lost peer never acknowledges the end of the connection.
    await Promise.race([client.end().catch(() => undefined), sleep(ANSWER_WITHIN_MS, undefined, { ref: false })]);
  }
}
