import type { Problem } from '@darkroom/contract/errors';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { BUNDLES, bundle, type Bundle } from '../lib/words/bundles.ts';

/** One call that reached the network's edge. */
export interface Asked {
  path: string;
  body: unknown;
}

/** How a call is answered, by what it asked. */
type Answer = (body: unknown) => Response | Promise<Response>;

/** The edge of the network: what the part under test asks, and what it is answered. */
export interface Network {
  asked: Asked[];
  /** The next answers of a path, in their order; the last one stays. */
  answer: (path: string, ...answers: readonly Answer[]) => void;
  /** Holds the next answers of a path back until it is given. */
  hold: (path: string) => (answer: Response) => void;
}

const PUBLIC = join(import.meta.dirname, '../../public');

/** A dictionary, or one of the files that hold several, which the build makes. */
function wordsAt(path: string): string {
  const name = basename(path, '.json');
  const read = (file: string) => readFileSync(join(PUBLIC, dirname(path), `${file}.json`), 'utf8');
  return name in BUNDLES ? bundle(name as Bundle, read) : read(name);
}

/** Puts a network of our own in the place of `fetch`: the dictionaries are the real ones, all else is told by the test. */
export function installNetwork(): Network {
  const answers = new Map<string, Answer[]>();
  const asked: Asked[] = [];
  globalThis.fetch = async (input, init) => {
    const path = (input as string).replace(/\?.*$/, '');
    if (path.startsWith('/locales/')) return new Response(wordsAt(path));
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined;
    asked.push({ path, body });
    const left = answers.get(path) ?? [];
    const next = left.length > 1 ? left.shift() : left[0];
    if (!next) throw new TypeError(`Nobody answers ${path}`);
    return next(body);
  };
  const answer: Network['answer'] = (path, ...own) => void answers.set(path, [...own]);
  return {
    asked,
    answer,
    hold: (path) => {
      let give: (response: Response) => void = () => undefined;
      const held = new Promise<Response>((resolve) => (give = resolve));
      answer(path, async () => (await held).clone());
      return (response) => give(response);
    },
  };
}

/** A refusal as the server words it. */
export const refusal = (status: number, code: Problem['code'], more: Partial<Problem> = {}) =>
  Response.json({ type: 'about:blank', title: '', status, code, ...more } satisfies Problem, {
    status,
    headers: { 'Content-Type': 'application/problem+json' },
  });
