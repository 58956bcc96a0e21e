import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFolder } from './make-folder.ts';

let place: string;
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'darkroom-folders-'));
});
afterAll(() => rmSync(place, { recursive: true }));

it('a folder is created with its parents in the given mode, and existing ones stay', () => {
  const folder = join(place, 'a/b/c');
  createFolder(folder, 0o700);
  createFolder(folder, 0o755);
  expect([folder, join(place, 'a')].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
});

it('a file or a broken link in the way is refused', () => {
  writeFileSync(join(place, 'file'), '');
  symlinkSync(join(place, 'nowhere'), join(place, 'link'));
  expect(() => createFolder(join(place, 'file'))).toThrow('EEXIST');
  expect(() => createFolder(join(place, 'file/below'))).toThrow('ENOTDIR');
  expect(() => createFolder(join(place, 'link'))).toThrow('EEXIST');
});

it.runIf(existsSync('/proc/self'))('a folder that the system reports as missing ends with an error', () => {
  expect(() => createFolder('/proc/nothing/below')).toThrow('ENOENT');
});
