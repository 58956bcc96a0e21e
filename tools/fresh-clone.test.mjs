import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pathInRoot } from './root.mjs';

// `npm start` and `npm test` must work before anything is installed. Modules that they import first need no package.
let clone;
beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'darkroom-clone-'));
  cpSync(pathInRoot('tools'), join(clone, 'tools'), { recursive: true });
  cpSync(pathInRoot('package.json'), join(clone, 'package.json'));
});
afterAll(() => rmSync(clone, { recursive: true }));

const toUrl = (path) => pathToFileURL(join(clone, 'tools', path)).href;

/** Modules that a script imports at its start. */
const readBy = (script) =>
  [...readFileSync(pathInRoot('tools', script), 'utf8').matchAll(/^import .* from '(\.[^']+)';$/gm)].map(
    ([, path]) => path,
  );

it.each(['start.mjs', 'test.mjs'])('%s loads in a clone without installed packages', (script) => {
  const modules = readBy(script);
  expect(modules.length).toBeGreaterThan(2);
  const reading = modules.map((path) => `await import(${JSON.stringify(toUrl(path))});`).join('\n');
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', reading], {
    cwd: clone,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
});
