import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { at } from './root.mjs';

const folder = at('docs/decisions');
const files = readdirSync(folder).filter((name) => name !== 'README.md');
const titleOf = (name) => readFileSync(`${folder}/${name}`, 'utf8').split('\n', 1)[0];

it('every decision has its number in its name and title, and each number is unique', () => {
  for (const name of files) expect(titleOf(name)).toMatch(new RegExp(`^# ${name.slice(0, 3)} \\S`));
  const numbers = files.map((name) => name.slice(0, 3));
  expect(numbers).toEqual([...new Set(numbers)]);
});

it('the index lists every decision by its title, in order, and nothing else', () => {
  const index = readFileSync(`${folder}/README.md`, 'utf8').match(/^\| \d.*$/gm);
  const clean = (line) => line.replace(/\s*\|\s*/g, '|');
  expect(index.map(clean)).toEqual(
    files.toSorted().map((name) => clean(`| ${name.slice(0, 3)} | [${titleOf(name).slice(6)}](${name}) |`)),
  );
});
