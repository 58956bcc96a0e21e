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
