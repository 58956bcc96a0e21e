import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../mount.ts';

/** `/health/live` and `/health/ready`. */
export function addHealth(app: FastifyInstance, deps: AppDeps): void {
  app.get('/health/live', { logLevel: 'warn' }, () => ({ status: 'ok' }));
  app.get('/health/ready', { logLevel: 'error' }, async () => {
    // Busy lists and writes are no sickness.
    await sql`select 1`.execute(deps.outside);
    return { status: 'ok' };
  });
}
