import { describe, expect, it } from 'vitest';
import { findImportCircles, checkFile } from './import-rules.mjs';

const from = (file, target) => checkFile(file, `import { x } from '${target}';\n`);

describe('the import rules', () => {
  it.each([
    ['packages/domain/src/task/decide.ts', 'zod'],
    ['packages/domain/src/task/decide.ts', 'node:crypto'],
    ['packages/contract/src/task/task.ts', 'fastify'],
    ['apps/server/src/http/plugin.ts', '../../../web/src/lib/api.ts'],
    ['apps/web/src/lib/api.ts', '@darkroom/server/config.ts'],
    ['apps/web/src/lib/api.ts', 'node:fs'],
    ['apps/web/src/lib/api.ts', '../features/task/task-page.tsx'],
    ['apps/web/src/lib/api.ts', '../ui/hint.tsx'],
    ['apps/web/src/ui/hint.tsx', '../entities/task/task-steps.ts'],
    ['apps/web/src/entities/task/task-steps.ts', '../../features/task/task-page.tsx'],
    ['apps/web/src/ui/data-table.tsx', '../features/task/task-page.tsx'],
    ['apps/web/src/features/job/job-page.tsx', '../task/task-table.tsx'],
    ['apps/web/src/features/job/job-page.tsx', '../../app/screens.ts'],
    ['apps/server/src/features/job/job.service.ts', '../task/task.queries.ts'],
    ['apps/server/src/features/job/job.queries.ts', './job.service.ts'],
    ['apps/server/src/features/job/job.service.ts', '../../routes.ts'],
    ['apps/server/src/http/plugin.ts', '../testing/database.ts'],
    ['apps/server/src/run.ts', '@darkroom/seed/demo/demo'],
    ['apps/seed/src/demo/demo.ts', '../../../web/src/lib/api.ts'],
    ['apps/web/src/ui/data-table.tsx', '../testing/part.tsx'],
  ])('the import rules keep %s from importing %s', (file, target) => {
    expect(from(file, target)).toHaveLength(1);
  });

  it.each([
    ['packages/domain/src/task/decide.ts', './status.ts'],
    ['packages/domain/src/task/decide.test.ts', 'vitest'],
    ['packages/contract/src/task/task.ts', '@darkroom/domain/task/status'],
    ['apps/server/src/features/job/job.service.ts', '../task/task.service.ts'],
    ['apps/server/src/features/job/job.test.ts', '../../testing/database.ts'],
    ['apps/seed/src/demo/people.ts', '@darkroom/server/testing/factories/people'],
    ['apps/web/src/features/job/job-page.tsx', '../../ui/data-table.tsx'],
    ['apps/web/src/features/job/job-page.tsx', '../../entities/task/task-steps.ts'],
    ['apps/web/src/entities/task/task-steps.ts', '../../ui/hint.tsx'],
    ['apps/web/src/app/screens.ts', '../features/task/task-page.tsx'],
    ['apps/web/src/ui/data-table.test.tsx', '../testing/part.tsx'],
    ['apps/web/src/testing/network.ts', 'node:fs'],
  ])('the import rules let %s import %s', (file, target) => {
    expect(from(file, target)).toEqual([]);
  });

  it('imports are found in every spelling, and none in comments', () => {
    const file = 'packages/domain/src/task/decide.ts';
    expect(checkFile(file, "import 'zod';")).toHaveLength(1);
    expect(checkFile(file, "export { z } from 'zod';")).not.toEqual([]);
    expect(checkFile(file, "const z = await import('zod');")).toHaveLength(1);
    expect(checkFile(file, "import type {\n  Z,\n} from 'zod';")).toHaveLength(1);
    expect(checkFile(file, "// import { z } from 'zod';\n/* import 'zod'; */")).toEqual([]);
  });

  it.each([
    "import { lazy } from 'react';",
    "import {\n  lazy,\n  Suspense,\n} from 'react';",
    "import { createRoute, lazyRouteComponent } from '@tanstack/react-router';",
  ])('lazy loading that keeps a failure is rejected: %s', (text) => {
    const file = 'apps/web/src/features/job/job-page.tsx';
    expect(checkFile(file, text)).toHaveLength(1);
    expect(checkFile(file, "import { Suspense } from 'react';\nimport { lazy } from './lazy.ts';")).toEqual([]);
  });

  it('overlays that keep the focus after closing are rejected', () => {
    const file = 'apps/web/src/features/job/job-page.tsx';
    expect(checkFile(file, "import { Button, Drawer } from 'antd';")).toHaveLength(1);
    expect(checkFile(file, "import { Modal } from 'antd';\nconst a = <Modal open />;")).toHaveLength(1);
    expect(checkFile(file, "import { Modal } from 'antd';\nconst [modal] = Modal.useModal();")).toEqual([]);
  });

  it('clock and random numbers are rejected in the domain', () => {
    expect(checkFile('packages/domain/src/a/b.ts', 'const now = Date.now();')).toHaveLength(1);
    expect(checkFile('packages/domain/src/a/b.ts', 'const at = new Date(instant);')).toEqual([]);
  });

  it('barrels, vague names and long files are rejected', () => {
    expect(checkFile('apps/web/src/ui/index.ts', "export * from './hint.tsx';")).toHaveLength(1);
    expect(checkFile('apps/web/src/lib/utils.ts', '')).toHaveLength(1);
    expect(checkFile('apps/web/src/lib/long.ts', '\n'.repeat(500))).toHaveLength(1);
    expect(checkFile('apps/web/src/app/screens.ts', '\n'.repeat(500))).toEqual([]);
  });

  const toWebPath = (name) => `apps/web/src/ui/${name}`;
  const createImports = (...names) => names.map((name) => `import { x } from './${name}';`).join('\n');

  it('files that import each other are found over any distance, each circle once', () => {
    const circles = findImportCircles(
      new Map([
        [toWebPath('a.ts'), createImports('b.ts')],
        [toWebPath('b.ts'), createImports('c.tsx', 'e.ts')],
        [toWebPath('c.tsx'), createImports('a.ts')],
        [toWebPath('d.ts'), createImports('a.ts')],
        [toWebPath('e.ts'), createImports('f.ts')],
        [toWebPath('f.ts'), createImports('e.ts')],
      ]),
    );
    expect(circles.map((fault) => fault.split(' import each other')[0]).sort()).toEqual([
      [toWebPath('a.ts'), toWebPath('b.ts'), toWebPath('c.tsx')].join(' and '),
      [toWebPath('e.ts'), toWebPath('f.ts')].join(' and '),
    ]);
  });

  it('types and lazy imports count in a circle, and two ways to one file are allowed', () => {
    const typed = new Map([
      [toWebPath('a.ts'), `const Part = lazyPart(() => import('./b.ts'));`],
      [toWebPath('b.ts'), `import type { Props } from './a.ts';`],
    ]);
    expect(findImportCircles(typed)).toHaveLength(1);
    const diamond = new Map([
      [toWebPath('a.ts'), createImports('b.ts', 'c.ts')],
      [toWebPath('b.ts'), createImports('d.ts')],
      [toWebPath('c.ts'), createImports('d.ts')],
      [toWebPath('d.ts'), ''],
    ]);
    expect(findImportCircles(diamond)).toEqual([]);
  });
});
