import { AsyncLocalStorage } from 'node:async_hooks';
import { Client } from 'pg';

/** A statement as it was sent to PostgreSQL. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

// Recorded in the driver, which every statement passes. The asynchronous context tells the statements asked for from those
// that run beside them (sweeper, listener).
const recorded = new AsyncLocalStorage<Statement[]>();
Client.prototype.query = new Proxy(Client.prototype.query, {
  apply(query, client, args: unknown[]) {
    const [first, second] = args;
    const text = typeof first === 'string' ? first : (first as Statement).text;
    const values = Array.isArray(second) ? second : typeof first === 'string' ? [] : (first as Statement).values;
    recorded.getStore()?.push({ text, values: values ?? [] });
    return Reflect.apply(query, client, args) as unknown;
  },
});

/** Does something, and says which statements it sent to PostgreSQL, in their order. */
export async function statementsOf<T>(work: () => PromiseLike<T>): Promise<{ result: T; statements: Statement[] }> {
  const statements: Statement[] = [];
  // Awaited inside: an injected request is only sent when somebody asks for its answer.
  const result = await recorded.run(statements, async () => await work());
  return { result, statements };
}
