import { setTimeout as sleep } from 'node:timers/promises';

/** Runs once for all waiting callers. Callers during a run get the next answer, so it is never older than their call. */
export function sharedAnswer<T>(question: () => Promise<T>): () => Promise<T> {
  let under_way: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;
  return () => {
    next ??= under_way.then(() => {
      next = null;
      const answer = question();
      under_way = answer.catch(() => undefined);
      return answer;
    });
    return next;
  };
}

interface Paced<T> {
  readonly ask: () => Promise<T>;
  /** The question of the last waiting caller. */
  question: () => Promise<T>;
}

/** The same for a small number of keys, each run at most once in an interval. Early callers wait for the next run. */
export function pacedAnswers<T>(every_ms: number): (key: string, question: () => Promise<T>) => Promise<T> {
  const kept = new Map<string, Paced<T>>();
  const make = (first: () => Promise<T>): Paced<T> => {
    let began = -Infinity;
    const one: Paced<T> = {
      question: first,
      ask: sharedAnswer(async () => {
        const wait = began + every_ms - performance.now();
        if (wait > 0) await sleep(wait, undefined, { ref: false });
        began = performance.now();
        return one.question();
      }),
    };
    return one;
  };
  return (key, question) => {
    const one = kept.get(key) ?? make(question);
    kept.set(key, one);
    one.question = question;
    return one.ask();
  };
}

interface Shared<T> {
  readonly ask: () => Promise<T>;
  /** The question of the last caller who shares the next answer. */
  question: () => Promise<T>;
  waiting: number;
}

/** Shares answers of one key and caller: ten open windows read a list twice instead of ten times. */
export function shareAnswers<T>(): (asker: object, key: string, question: () => Promise<T>) => Promise<T> {
  const askers = new WeakMap<object, Map<string, Shared<T>>>();
  return async (asker, key, question) => {
    const asked = askers.get(asker) ?? new Map<string, Shared<T>>();
    askers.set(asker, asked);
    const shared = asked.get(key) ?? share(question);
    asked.set(key, shared);
    shared.question = question;
    shared.waiting += 1;
    try {
      return await shared.ask();
    } finally {
      shared.waiting -= 1;
      if (shared.waiting === 0) asked.delete(key);
    }
  };
}

function share<T>(question: () => Promise<T>): Shared<T> {
  const shared: Shared<T> = { question, waiting: 0, ask: sharedAnswer(() => shared.question()) };
  return shared;
}
