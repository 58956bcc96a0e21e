import { describe, expect, it } from 'vitest';
import { countTransitiveImports, collectFeatureImports, checkSizeBudgets, measureAreas } from './size-budgets.mjs';

const WEB = 'apps/web/src/';
const texts = new Map([
  [
    `${WEB}features/job/page.tsx`,
    "import { Part } from './part.tsx';\nconst Late = late(() => import('../../entities/job/late.tsx'));\n",
  ],
  [
    `${WEB}features/job/part.tsx`,
    "import type { Row } from '../../entities/job/row.ts';\nimport '../../ui/grid.tsx';\n",
  ],
  [`${WEB}features/job/part.test.tsx`, "import './part.tsx';\n"],
  [`${WEB}features/job/job.module.css`, '.a {}\n'],
  [`${WEB}entities/job/late.tsx`, "import '../../features/job/part.tsx';\n"],
  [`${WEB}entities/job/row.ts`, '\n'],
  [`${WEB}entities/job/alone.ts`, '\n'],
  [`${WEB}ui/grid.tsx`, '\n\n'],
  ['apps/seed/src/demo/work.ts', '\n'],
  ['apps/server/src/app.ts', '\n\n\n'],
]);
const page = `${WEB}features/job/page.tsx`;

describe('the size budgets', () => {
  it('each file counts in one area, and tests and sheets in their own', () => {
    const areas = measureAreas(texts);
    expect(areas.get('web features')).toEqual({ lines: 4, files: 2 });
    expect(areas.get('web entities')).toEqual({ lines: 3, files: 3 });
    expect(areas.get('tests')).toEqual({ lines: 1, files: 1 });
    expect(areas.get('CSS')).toEqual({ lines: 1, files: 1 });
    expect(areas.get('server')).toEqual({ lines: 3, files: 1 });
    expect(areas.get('server seed and bench')).toEqual({ lines: 1, files: 1 });
  });

  it('types and lazy imports are followed only in features and entities', () => {
    expect(countTransitiveImports(page, collectFeatureImports(texts))).toBe(4);
  });

  it('the check names each figure above its limit and each missing entry file', () => {
    const areas = Object.fromEntries(measureAreas(texts));
    const transitiveImports = { page: { from: page, files: 4 } };
    expect(checkSizeBudgets(texts, { areas, transitiveImports }).problems).toEqual([]);
    const tight = { ...areas, 'web ui': { lines: 1, files: 1 }, server: { lines: 3, files: 0 } };
    const lazyPaths = { page: { from: page, files: 3 }, gone: { from: `${WEB}gone.tsx`, files: 9 } };
    expect(checkSizeBudgets(texts, { areas: tight, transitiveImports: lazyPaths }).problems).toEqual([
      'web ui: 2 lines. The limit in tools/size-budgets.json is 1.',
      'server: 1 files. The limit in tools/size-budgets.json is 0.',
      'page: 4 files reached. The limit in tools/size-budgets.json is 3.',
      `size-budgets.json: ${WEB}gone.tsx does not exist. Name the entry file of "gone".`,
    ]);
  });
});
