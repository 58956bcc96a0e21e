import { foldForSearch } from './fold.ts';

/** Alphabets with similar letters: Latin a, Cyrillic а, Greek α. Vietnamese is Latin. */
const ALPHABETS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/**
 * Finds the error of a username, or null. It is one word of visible characters with letters of one alphabet. Two accounts with an a and an
 * а would look the same (domain §1: unique).
 */
export function findUsernameError(name: string): 'invalid_username' | 'mixed_alphabets' | null {
  if (name === '') return null;
  if (!/^[^\p{C}\s]+$/u.test(name)) return 'invalid_username';
  const letters = name.match(/\p{L}/gu) ?? [];
  const mixesAlphabets = ALPHABETS.some(
    (alphabet) => alphabet.test(name) && !letters.every((letter) => alphabet.test(letter)),
  );
  return mixesAlphabets ? 'mixed_alphabets' : null;
}

/** Maximum length of a suggestion, which leaves space for a number. */
const MAX_SUGGESTED = 90;

/**
 * Suggests a free username for a full name without marks, with a number if it is taken (`khai.nguyen2`), or empty without Latin letters.
 * `taken` is in lower case.
 */
export function suggestUsername(full_name: string, taken: ReadonlySet<string>): string {
  const words = foldForSearch(full_name)
    .replace(/[^a-z0-9 ]/g, '')
    .split(' ')
    .filter(Boolean);
  const name = [...new Set([words.at(-1), words[0]])].filter(Boolean).join('.').slice(0, MAX_SUGGESTED);
  if (name === '') return '';
  let candidate = name;
  for (let n = 2; taken.has(candidate); n += 1) candidate = `${name}${n}`;
  return candidate;
}
