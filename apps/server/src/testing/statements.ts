import { AsyncLocalStorage } from 'node:async_hooks';
import { Client } from 'pg';

// Whatever sends a statement sends it through the driver: heard there, nothing is missed, and nobody has to be told.
// What a test asks for is told from what goes on beside it (sweeper, listener) by the asynchronous context it runs in.
const heard = new AsyncLocalStorage<string[]>();
Client.prototype.query = new Proxy(Client.prototype.query, {
  apply(query, client, args: unknown[]) {
    const [first] = args;
    heard.getStore()?.push(typeof first === 'string' ? first : (first as { text: string }).text);
    return Reflect.apply(query, client, args) as unknown;
  },
});

/** Does something, and says which statements it sent to PostgreSQL, in their order. */
export async function statementsOf<T>(work: () => Promise<T>): Promise<{ result: T; statements: string[] }> {
  const statements: string[] = [];
  const result = await heard.run(statements, work);
  return { result, statements };
}
