import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

let place: string;
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'darkroom-folders-'));
});
afterAll(() => rmSync(place, { recursive: true }));

it('makes a folder with those above it, each as private as asked for; one that is there stays', () => {
  const folder = join(place, 'a/b/c');
  makeFolder(folder, 0o700);
  makeFolder(folder, 0o755);
  expect([folder, join(place, 'a')].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
});

it('refuses where a file is in the way, or a link leads nowhere', () => {
  writeFileSync(join(place, 'file'), '');
  symlinkSync(join(place, 'nowhere'), join(place, 'link'));
  expect(() => makeFolder(join(place, 'file'))).toThrow('EEXIST');
  expect(() => makeFolder(join(place, 'file/below'))).toThrow('ENOTDIR');
  expect(() => makeFolder(join(place, 'link'))).toThrow('EEXIST');
});

it.runIf(existsSync('/proc/self'))('ends where the system says that a folder which is there is not', () => {
  expect(() => makeFolder('/proc/nothing/below')).toThrow('ENOENT');
});
