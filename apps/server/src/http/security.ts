import { randomBytes } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';

const nonces = new WeakMap<object, string>();

const SELF = "'self'";
const getNonceSource = (raw: object): string => `'nonce-${nonces.get(raw) ?? ''}'`;

/** Headers of every response. Data and files load nothing, because they are not pages. Workers have their own. */
const COMMON_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['content-security-policy', "default-src 'self';object-src 'none';base-uri 'none';frame-ancestors 'none'"],
  ['cross-origin-resource-policy', 'same-origin'],
  ['referrer-policy', 'no-referrer'],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
];

/** Adds headers against content sniffing to every response. `preparePage` adds those of a page. */
export async function addSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: [SELF],
        scriptSrc: [SELF, getNonceSource],
        styleSrc: [SELF, getNonceSource],
        // Authors of articles link to pictures anywhere, by https only (decision 103).
        imgSrc: [SELF, 'data:', 'blob:', 'https:'],
        fontSrc: [SELF],
        connectSrc: [SELF],
        workerSrc: [SELF],
        manifestSrc: [SELF],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: [SELF],
        reportUri: ['/api/report/csp'],
      },
    },
    // The bureau can run other services on sibling subdomains.
    strictTransportSecurity: { maxAge: 15_552_000, includeSubDomains: false },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', (_request, { raw }, done) => {
    for (const [name, value] of COMMON_HEADERS) raw.setHeader(name, value);
    done();
  });
}

/** Makes a response a page with a strict Content-Security-Policy (quality 20). Returns its nonce. */
export function preparePage(reply: FastifyReply): string {
  const nonce = randomBytes(18).toString('base64');
  nonces.set(reply.request.raw, nonce);
  reply.helmet();
  reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');
  return nonce;
}
