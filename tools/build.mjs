import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { at, bin, giveUp, root, run } from './root.mjs';

const SHARED = ['package-lock.json', 'tsconfig.base.json', 'packages/domain/src', 'packages/contract/src'];

const TARGETS = {
  server: {
    folder: 'apps/server',
    inputs: [...SHARED, 'apps/server/src', 'apps/server/vite.config.ts', 'apps/server/package.json', 'data'],
    result: 'apps/server/dist/server/main.js',
  },
  web: {
    folder: 'apps/web',
    inputs: [
      ...SHARED,
      'apps/web/src',
      'apps/web/public',
      'apps/web/index.html',
      'apps/web/vite.config.ts',
      'apps/web/precompress.ts',
      'apps/web/package.json',
    ],
    result: 'apps/web/dist/site/index.html',
  },
};

/**
 * Builds what has changed since it was built last; going by content, so a checkout or a touch builds nothing. Throws what
 * the bundler said when it cannot.
 */
export async function build(names = Object.keys(TARGETS)) {
  await Promise.all(names.map(buildOne));
}

async function buildOne(name) {
  const target = TARGETS[name];
  const hash = hashOf(target.inputs);
  const stamp = at('node_modules', '.cache', 'darkroom', `${name}.hash`);
  if (existsSync(at(target.result)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  const start = performance.now();
  const [node, vite] = bin('vite/bin/vite.js');
  // React and its kin look at NODE_ENV at build time: a development build would be served to everybody.
  const env = { NODE_ENV: 'production' };
  const { code, output } = await run(node, [vite, 'build', '--logLevel', 'warn'], {
    cwd: at(target.folder),
    env,
    quiet: true,
  });
  if (code !== 0) throw new Error(`Building the ${name} failed:\n${output.trim()}`);
  if (output.trim()) console.log(output.trim());
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
  console.log(`Built the ${name} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

function hashOf(inputs) {
  const hash = createHash('sha256').update(process.version);
  for (const file of inputs.flatMap((input) => filesUnder(at(input)))) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (!entry) return [];
  if (entry.isFile()) return /\.test\.tsx?$/.test(path) ? [] : [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureInstalled();
  await build().catch((error) => giveUp(error.message));
}
