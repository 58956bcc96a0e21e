import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findStyleProblems } from './style-problems.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'darkroom-styles-'));
  write('ui/layout.css', '.row { display: flex; align-items: center; gap: 8px; }');
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(sheet, text) {
  mkdirSync(dirname(join(folder, sheet)), { recursive: true });
  writeFileSync(join(folder, sheet), text);
}

it('sheets without repeats have no problem', () => {
  write('features/job/job.module.css', '.head { composes: row from global; gap: 12px; min-width: 0; }');
  write('features/task/task.module.css', '.head { composes: row from global; gap: 12px; min-width: 0; }');
  expect(findStyleProblems(folder)).toEqual([]);
});

it('a rule in two sheets is found, in any order of its lines', () => {
  write('features/job/job.module.css', '.cut { overflow: hidden;\n  text-overflow: ellipsis; white-space: nowrap; }');
  write(
    'features/task/task.module.css',
    '.name span { white-space: nowrap; overflow: hidden; text-overflow: ellipsis }',
  );
  expect(findStyleProblems(folder)).toEqual([
    'the same rule is in features/job/job.module.css .cut and in features/task/task.module.css .name span: move it to ui/layout.css',
  ]);
});

it('a rule that repeats a piece of the layout is found', () => {
  write('features/job/job.module.css', '/* A head; */ .head { display: flex; align-items: center; gap: 8px; }');
  expect(findStyleProblems(folder)).toHaveLength(1);
});

it('a rule for one width differs from the same general rule', () => {
  write(
    'features/job/job.module.css',
    '@media (width > 9px) { .head { display: flex; align-items: center; gap: 8px; } }',
  );
  expect(findStyleProblems(folder)).toEqual([]);
});

it('a piece is found by its effect on its child elements', () => {
  write('ui/layout.css', '.terms dt { font-size: 12px; }');
  write('features/job/job.module.css', '.facts { composes: terms from global; }');
  expect(findStyleProblems(folder)).toEqual([]);
});

it('a composed piece that does not exist is found', () => {
  write('features/job/job.module.css', '.head { composes: row rwo from global; }');
  expect(findStyleProblems(folder)).toEqual([
    'features/job/job.module.css .head composes "rwo", which ui/layout.css does not have',
  ]);
});

it('selectors that restyle the whole screen are found', () => {
  write('app/layout/layout.module.css', '.shell:has([data-fullscreen]) { gap: 0; }');
  write('ui/data-table/table.module.css', '.card:has(b) { gap: 0; }');
  expect(findStyleProblems(folder)).toEqual([
    'app/layout/layout.module.css .shell:has([data-fullscreen]) restyles its whole content: use an attribute or a class instead',
  ]);
});

it('a class that no sheet has is found', () => {
  write('ui/utilities.css', 'html { .gap-4 { gap: 4px; } }');
  write('features/job/job.tsx', 'export const Job = () => <p className="row gap-4 gap-5" />;');
  expect(findStyleProblems(folder)).toEqual(['features/job/job.tsx has the class "gap-5", which no sheet has']);
});
