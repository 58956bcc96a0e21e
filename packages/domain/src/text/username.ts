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
