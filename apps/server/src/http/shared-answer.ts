import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks a question once for everybody who wants the answer before it is sent. Who comes while it is under way gets the answer to
 * the next one: what they are told is never older than their asking.
 */
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
  /** As the last of those asked who wait. */
  question: () => Promise<T>;
}

/**
 * The same for questions told apart by a key, each asked once in so many milliseconds at most: who comes too soon waits, and is answered by
 * a reading that began after they came. Keys are few, and kept.
 */
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
  /** As the last of those asked who share the next answer. */
  question: () => Promise<T>;
  waiting: number;
}

/**
 * Shares the answers to questions with one key, asked by one and the same asker, that wait at the same time: ten open windows that a note
 * tells to read a list anew have it read twice, not ten times.
 */
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
