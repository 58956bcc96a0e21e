import { AsyncLocalStorage } from 'node:async_hooks';
import { Client } from 'pg';

/** A statement sent to PostgreSQL. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** True if its connection was idle, so that the statement starts a round trip. Others follow it directly. */
  readonly begins: boolean;
}

// Recorded in the driver, which all statements use. The asynchronous context separates them from statements in the
// background (cleanup, listener).
const runningStatements = new WeakMap<Client, number>();
const statementStore = new AsyncLocalStorage<Statement[]>();
Client.prototype.query = new Proxy(Client.prototype.query, {
  apply(query, client, args: unknown[]) {
    const [first, second] = args;
    const text = typeof first === 'string' ? first : (first as Statement).text;
    const before = runningStatements.get(client) ?? 0;
    const values = Array.isArray(second) ? second : typeof first === 'string' ? [] : (first as Statement).values;
    statementStore.getStore()?.push({ text, values: values ?? [], begins: before === 0 });
    const response: unknown = Reflect.apply(query, client, args);
    if (response instanceof Promise) {
      runningStatements.set(client, before + 1);
      void markSettled(client, response);
    }
    return response;
  },
});

/** Runs some work and returns the statements that it sent to PostgreSQL, in order. */
export async function recordStatements<T>(work: () => PromiseLike<T>): Promise<{ result: T; statements: Statement[] }> {
  const statements: Statement[] = [];
  // An injected request is only sent when its response is awaited, so it is awaited inside.
  const result = await statementStore.run(statements, async () => await work());
  return { result, statements };
}

async function markSettled(client: Client, response: Promise<unknown>): Promise<void> {
  await response.catch(() => undefined);
  runningStatements.set(client, (runningStatements.get(client) ?? 1) - 1);
}
