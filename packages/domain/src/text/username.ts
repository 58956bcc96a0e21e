import { foldForSearch } from './fold.ts';

/** Alphabets with letters that look alike: Latin a, Cyrillic а, Greek α. Vietnamese is Latin. */
const ALPHABETS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/**
 * What is wrong with a username; null where nothing is. One word of visible characters, and no letters beside those of one
 * alphabet: with an а from another one, two names are two accounts and look like one (domain §1: unique).
 */
export function usernameTrouble(name: string): 'invalid_username' | 'mixed_alphabets' | null {
  if (name === '') return null;
  if (!/^[^\p{C}\s]+$/u.test(name)) return 'invalid_username';
  const letters = name.match(/\p{L}/gu) ?? [];
  const ofMore = ALPHABETS.some((alphabet) => alphabet.test(name) && !letters.every((letter) => alphabet.test(letter)));
  return ofMore ? 'mixed_alphabets' : null;
}

/** The longest name that a number still fits behind. */
const MAX_SUGGESTED = 90;

/**
 * A free username for a full name: the given name and the family's without marks, with a number where somebody has it (`khai.nguyen2`).
 * Empty where the name has no Latin letters. `taken` is in lower case.
 */
export function suggestUsername(full_name: string, taken: ReadonlySet<string>): string {
  const words = foldForSearch(full_name)
    .replace(/[^a-z0-9 ]/g, '')
    .split(' ')
    .filter(Boolean);
  const name = [...new Set([words.at(-1), words[0]])].filter(Boolean).join('.').slice(0, MAX_SUGGESTED);
  if (name === '') return '';
  let free = name;
  for (let n = 2; taken.has(free); n += 1) free = `${name}${n}`;
  return free;
}
