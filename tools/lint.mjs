import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hashInputs } from './build.mjs';
import { pathInRoot, getBinCommand, run } from './root.mjs';

const SHARED = ['package-lock.json', '.oxlintrc.json', 'tsconfig.base.json', 'packages/domain'];
/** Each TypeScript project with the sources that its types come from. */
const PROJECTS = {
  'packages/domain': SHARED,
  'packages/contract': [...SHARED, 'packages/contract'],
  'apps/server': [...SHARED, 'packages/contract', 'apps/server'],
  'apps/seed': [...SHARED, 'packages/contract', 'apps/server', 'apps/seed'],
  'apps/web': [...SHARED, 'packages/contract', 'apps/web'],
  e2e: [...SHARED, 'packages/contract', 'apps/server', 'apps/web', 'e2e'],
};
/** Files that are linted without types, which takes a second. */
const OTHERS = ['tools', 'playwright.config.ts', 'vitest.config.ts'];

/** Lints the projects that changed since they last passed. Rules with types take a minute for the whole checkout. */
export async function lint(env) {
  const changed = Object.entries(PROJECTS)
    .map(([project, inputs]) => ({ project, hash: hashInputs(inputs), stamp: getStampFile(project) }))
    .filter(({ hash, stamp }) => !existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash);
  const [node, oxlint] = getBinCommand('oxlint/bin/oxlint');
  const paths = [...changed.map(({ project }) => project), ...OTHERS];
  const result = await run(node, [oxlint, '--type-aware', '--deny-warnings', ...paths], { quiet: true, env });
  if (result.code === 0) for (const { hash, stamp } of changed) writeFileSync(stamp, hash);
  return result;
}

function getStampFile(project) {
  const folder = pathInRoot('node_modules', '.cache', 'darkroom');
  mkdirSync(folder, { recursive: true });
  return `${folder}/lint-${project.replace('/', '-')}.hash`;
}
