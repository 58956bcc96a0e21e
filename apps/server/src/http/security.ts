import { randomBytes } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const nonces = new WeakMap<object, string>();

/** The nonce of one response: made when it is first asked for, the same in its header and in its page. */
export function nonceOf(raw: object): string {
  const known = nonces.get(raw);
  if (known !== undefined) return known;
  const nonce = randomBytes(18).toString('base64');
  nonces.set(raw, nonce);
  return nonce;
}

const own = "'self'";
const marked = (raw: object): string => `'nonce-${nonceOf(raw)}'`;

/** Headers that keep a page to itself: strict Content-Security-Policy with a fresh nonce for each response (quality 20). */
export async function addSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
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
}
