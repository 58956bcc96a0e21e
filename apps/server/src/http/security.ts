import { randomBytes } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';

const nonces = new WeakMap<object, string>();

const own = "'self'";
const marked = (raw: object): string => `'nonce-${nonces.get(raw) ?? ''}'`;

/**
 * What every answer has. Data, files and programs are no pages: nothing that a page may load or send is said with each of them, thirty
 * times for one list. A worker's program is bound by the policy it comes with.
 */
const EVERY: readonly (readonly [name: string, value: string])[] = [
  ['content-security-policy', "default-src 'self';object-src 'none';base-uri 'none';frame-ancestors 'none'"],
  ['cross-origin-resource-policy', 'same-origin'],
  ['referrer-policy', 'no-referrer'],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
];

/** Headers that keep browsers from guessing, on every answer; those of a page are `asPage`'s. */
export async function addSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: [own],
        scriptSrc: [own, marked],
        styleSrc: [own, marked],
        // Pictures of articles stand where their writers put them, by https only (decision 103).
        imgSrc: [own, 'data:', 'blob:', 'https:'],
        fontSrc: [own],
        connectSrc: [own],
        workerSrc: [own],
        manifestSrc: [own],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: [own],
        reportUri: ['/api/report/csp'],
      },
    },
    // The bureau may serve other things on sibling subdomains.
    strictTransportSecurity: { maxAge: 15_552_000, includeSubDomains: false },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', (_request, { raw }, done) => {
    for (const [name, value] of EVERY) raw.setHeader(name, value);
    done();
  });
}

/**
 * Makes this answer a page, kept to itself by a strict Content-Security-Policy (quality 20). Answers its nonce, another for each answer,
 * for what stands in the page.
 */
export function asPage(reply: FastifyReply): string {
  const nonce = randomBytes(18).toString('base64');
  nonces.set(reply.request.raw, nonce);
  reply.helmet();
  reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');
  return nonce;
}
