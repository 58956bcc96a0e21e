import type { Problem } from '@darkroom/contract/errors';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { BUNDLES, bundle, type Bundle } from '../lib/words/bundles.ts';

/** One call that reached the edge of the network. */
export interface Asked {
  path: string;
  body: unknown;
}

/** Answer to a call, from its body. */
type Answer = (body: unknown) => Response | Promise<Response>;

/** The edge of the network: the calls of the tested part, and their answers. */
export interface Network {
  asked: Asked[];
  /** Sets the next answers of a path, in order. The last one stays. */
  answer: (path: string, ...answers: readonly Answer[]) => void;
  /** Holds the next answers of a path back until the returned function is called. */
  hold: (path: string) => (answer: Response) => void;
}

const PUBLIC = join(import.meta.dirname, '../../public');

/** A dictionary, or a file of several that the build makes. */
function wordsAt(path: string): string {
  const name = basename(path, '.json');
  const read = (file: string) => readFileSync(join(PUBLIC, dirname(path), `${file}.json`), 'utf8');
  return name in BUNDLES ? bundle(name as Bundle, read) : read(name);
}

/** Replaces `fetch`. Dictionaries are the real ones, the test gives all other answers. */
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

/** A refusal in the form that the server sends. */
export const refusal = (status: number, code: Problem['code'], more: Partial<Problem> = {}) =>
  Response.json({ type: 'about:blank', title: '', status, code, ...more } satisfies Problem, {
    status,
    headers: { 'Content-Type': 'application/problem+json' },
  });
