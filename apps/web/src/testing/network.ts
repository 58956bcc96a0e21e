import type { Problem } from '@darkroom/contract/errors';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { BUNDLES, buildBundle, type Bundle } from '../lib/i18n/bundles.ts';

/** One request that reached the edge of the network. */
export interface RecordedCall {
  path: string;
  body: unknown;
}

/** Response to a request, built from the request body. */
type CreateResponse = (body: unknown) => Response | Promise<Response>;

/** The edge of the network: the requests of the tested part, and their responses. */
export interface Network {
  calls: RecordedCall[];
  /** Sets the next responses of a path, in order. The last response stays. */
  respond: (path: string, ...responses: readonly CreateResponse[]) => void;
  /** Delays the next responses of a path until the returned function is called. */
  hold: (path: string) => (response: Response) => void;
}

const PUBLIC = join(import.meta.dirname, '../../public');

/** Reads a dictionary, or a file of several that the build creates. */
function readDictionary(path: string): string {
  const name = basename(path, '.json');
  const read = (file: string) => readFileSync(join(PUBLIC, dirname(path), `${file}.json`), 'utf8');
  return name in BUNDLES ? buildBundle(name as Bundle, read) : read(name);
}

/** Replaces `fetch`. Dictionaries are real, and the test sets all other responses. */
export function installNetwork(): Network {
  const responses = new Map<string, CreateResponse[]>();
  const calls: RecordedCall[] = [];
  globalThis.fetch = async (input, init) => {
    const path = (input as string).replace(/\?.*$/, '');
    if (path.startsWith('/locales/')) return new Response(readDictionary(path));
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined;
    calls.push({ path, body });
    const remaining = responses.get(path) ?? [];
    const next = remaining.length > 1 ? remaining.shift() : remaining[0];
    if (!next) throw new TypeError(`Nobody answers ${path}`);
    return next(body);
  };
  const respond: Network['respond'] = (path, ...newResponses) => void responses.set(path, [...newResponses]);
  return {
    calls,
    respond,
    hold: (path) => {
      let release: (response: Response) => void = () => undefined;
      const pendingResponse = new Promise<Response>((resolve) => (release = resolve));
      respond(path, async () => (await pendingResponse).clone());
      return (response) => release(response);
    },
  };
}

/** Creates a refusal in the form that the server sends. */
export const createProblemResponse = (status: number, code: Problem['code'], more: Partial<Problem> = {}) =>
  Response.json({ type: 'about:blank', title: '', status, code, ...more } satisfies Problem, {
    status,
    headers: { 'Content-Type': 'application/problem+json' },
  });
