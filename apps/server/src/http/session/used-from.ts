import type { FastifyRequest } from 'fastify';
import type { UsedFrom } from './wall.ts';

/** Where a request comes from, as it is kept. */
export const usedFrom = (request: FastifyRequest): UsedFrom => ({
  address: request.ip,
  user_agent: (request.headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, 300),
});
