import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { COMMON_PASSWORDS } from './common-passwords.ts';

/** argon2id, which is the library's default kind, at 19 MiB and two passes (quality 21). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// Vietnamese keyboards differ in whether they compose the marks: the same word must be the same password on all of them.
const asTyped = (password: string): string => password.toWellFormed().normalize('NFC');

/** The hash a password is kept as. */
export const hashPassword = (password: string): Promise<string> => hash(asTyped(password), COST);

let nobodys: Promise<string> | undefined;

/** Whether the password matches the hash. Without a hash it takes the same time on a dummy one. */
export async function isPassword(kept: string | null, password: string): Promise<boolean> {
  nobodys ??= hashPassword(oneTimePassword());
  const fits = await verify(kept ?? (await nobodys), asTyped(password)).catch(() => false);
  return kept !== null && fits;
}

/** Too easy to guess: among the common ones, one character over and over, or the account's own name. */
export function isWeakPassword(password: string, username: string): boolean {
  const folded = asTyped(password).toLowerCase();
  const name = username.normalize('NFC').toLowerCase();
  const letters = new Set(folded).size;
  return COMMON_PASSWORDS.has(folded) || letters < 3 || folded === name;
}

/** No letters or digits that are mistaken for each other when they are read out on the telephone. */
const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A one-time password in four groups, 79 bits of chance. */
export const oneTimePassword = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => READABLE[randomInt(READABLE.length)]).join('')).join(
    '-',
  );
