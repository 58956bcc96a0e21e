import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { createFolder } from '../../make-folder.ts';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Reads the key for secrets: `DARKROOM_KEY`, or the file `key` in the data folder, which is created once. */
function readKey({ secretKey, dataFolder }: Pick<Config, 'secretKey' | 'dataFolder'>): Buffer {
  if (secretKey !== null) return Buffer.from(secretKey, 'base64');
  const file = join(dataFolder, 'key');
  try {
    createFolder(dataFolder);
    writeFileSync(file, randomBytes(KEY_BYTES).toString('base64'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return Buffer.from(readFileSync(file, 'utf8'), 'base64');
}

type KeyConfig = Pick<Config, 'secretKey' | 'dataFolder'>;

/** Encrypts a secret for the database (AES-256-GCM). A backup has it only in this form. */
export function encryptSecret(config: KeyConfig, text: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', readKey(config), iv);
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts a secret of the database. Null if it was encrypted with another key. */
export function decryptSecret(config: KeyConfig, bytes: Buffer): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', readKey(config), bytes.subarray(0, IV_BYTES));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
    return text.toString('utf8');
  } catch {
    return null;
  }
}
