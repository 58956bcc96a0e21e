import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from './fail.ts';
import { sendFailure } from './problem.ts';
import { preparePage } from '../security.ts';

/** Files with a content hash in their name. Browsers keep them for a year without revalidation. */
const HASHED_FILE_OPTIONS = { maxAge: '365d', immutable: true, etag: false, lastModified: false, acceptRanges: false };
const NONCE_MARK = /__CSP_NONCE__/g;
/** Mark for the server's time. Devices with a wrong clock take the bureau's day from it. */
const TIME_MARK = '__SERVER_TIME__';

/** The folder of the built web pages in the checkout. */
const SITE_FOLDER = 'apps/web/dist/site';

/** Serves the web pages: hashed assets for ever, dictionaries by ETag, and index.html with a fresh nonce for each other page path. */
export async function serveSite(app: FastifyInstance, root: string, clock: () => string): Promise<void> {
  const folder = join(root, SITE_FOLDER);
  const index = join(folder, 'index.html');
  // In development Vite serves the pages, and the build can be missing.
  const built = existsSync(index);
  if (built) await serveFiles(app, folder);
  app.setNotFoundHandler((request, reply) =>
    built && acceptsPage(request) ? sendPage(reply, index, clock()) : sendFailure(reply, fail('not_found')),
  );
}

async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  // The build's own files begin with a dot.
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => !entry.name.startsWith('.'));
  await app.register(staticFiles, { root: folder, serve: false, preCompressed: true });
  for (const entry of entries) {
    if (entry.isDirectory()) {
      const hashed = entry.name === 'assets';
      app.route({
        method: ['GET', 'HEAD'],
        url: `/${entry.name}/*`,
        logLevel: 'warn',
        handler: (request, reply) =>
          varyByEncoding(reply).sendFile(
            join(entry.name, (request.params as { '*': string })['*']),
            hashed ? HASHED_FILE_OPTIONS : { maxAge: 0 },
          ),
      });
    } else if (entry.name !== 'index.html' && !/\.(br|gz)$/.test(entry.name)) {
      app.route({
        method: ['GET', 'HEAD'],
        url: `/${entry.name}`,
        logLevel: 'warn',
        handler: (_request, reply) => varyByEncoding(reply).sendFile(entry.name, { maxAge: 0 }),
      });
    }
  }
}

/** Adds the Vary header, so that a cache does not send a compressed file to a client that cannot unpack it. */
const varyByEncoding = (reply: FastifyReply): FastifyReply => reply.header('vary', 'accept-encoding');

// Requests of programs get a problem instead of a page: an unknown endpoint, a missing asset or dictionary.
function acceptsPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = request.url.split('?', 1)[0] ?? '';
  if (path === '/') return true;
  return !/^\/(api|assets|locales|health|metrics)(\/|$)/.test(path) && /text\/html/.test(request.headers.accept ?? '');
}

async function sendPage(reply: FastifyReply, index: string, now: string): Promise<FastifyReply> {
  const page = await readFile(index, 'utf8');
  const nonce = preparePage(reply);
  return reply.code(200).send(page.replace(NONCE_MARK, nonce).replace(TIME_MARK, now));
}
