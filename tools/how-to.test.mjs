import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pathInRoot, root } from './root.mjs';

const NOUN = 'job';
const text = readFileSync(pathInRoot('docs/how-to.md'), 'utf8');
const section = /## Add a field to a record\n([^]*?)\n## /.exec(text)?.[1] ?? '';
/** Files and folders that the steps name, for that noun. */
const named = [...section.matchAll(/`([\w<>{},./-]+\.(?:ts|tsx|mjs|json)|[\w<>./-]+\/)`/g)]
  .map(([, path]) => path.replaceAll('<noun>', NOUN))
  .flatMap((path) =>
    path.includes('{vi,en}') ? ['vi', 'en'].map((language) => path.replace('{vi,en}', language)) : [path],
  );
const files = ['apps', 'packages'].flatMap((folder) =>
  readdirSync(pathInRoot(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length)),
);

describe('the steps of adding a field', () => {
  it(`the steps name existing files for a ${NOUN}`, () => {
    expect(named.length).toBeGreaterThan(9);
    expect(
      named.filter((path) => !existsSync(pathInRoot(path)) && !files.some((file) => file.endsWith(`/${path}`))),
    ).toEqual([]);
  });

  it('the steps are numbered in order', () => {
    const steps = [...section.matchAll(/^(\d+)\. \*\*/gm)].map(([, step]) => Number(step));
    expect(steps).toEqual(steps.map((_, index) => index + 1));
  });
});
