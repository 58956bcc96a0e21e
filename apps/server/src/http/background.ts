import type { FastifyInstance } from 'fastify';
import { isDatabaseGone } from './answer/problem.ts';

/** Between two parts of what has gathered: room for whoever works. */
const BREATH_MS = 100;

interface Background {
  /** What the log says could not be done. */
  readonly what: string;
  /** From the end of one round to the beginning of the next. */
  readonly everyMs: number;
  /** One round. Whoever answers `more` has only done a part of what has gathered, and goes on soon. */
  readonly round: () => Promise<unknown>;
}

/** Repeats a round while the app is open, never two at once. Failures are logged and tried again. Closing waits for the round. */
export function keepDoing(app: FastifyInstance, { what, everyMs, round }: Background): void {
  let open = true;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  const next = (ms: number) => {
    if (!open) return;
    timer = setTimeout(() => {
      running = once();
    }, ms);
    timer.unref();
  };
  const once = async () => {
    let wait = everyMs;
    try {
      if ((await round()) === 'more') wait = BREATH_MS;
    } catch (error) {
      if (!isDatabaseGone(error)) app.log.error(error, `${what} failed`);
    }
    next(wait);
  };
  next(everyMs);
  app.addHook('onClose', async () => {
    open = false;
    clearTimeout(timer);
    await running;
  });
}
