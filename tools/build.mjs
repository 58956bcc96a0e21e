import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { pathInRoot, getBinCommand, exitWithError, root, run } from './root.mjs';

const MAX_BUILD_MS = 180_000;
const SHARED = ['package-lock.json', 'tsconfig.base.json', 'packages/domain/src', 'packages/contract/src'];

const TARGETS = {
  server: {
    folder: 'apps/server',
    inputs: [
      ...SHARED,
      'apps/server/src',
      'apps/seed/src',
      'apps/server/vite.config.ts',
      'apps/server/package.json',
      'data',
    ],
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
      'apps/web/bundled-words.ts',
      'apps/web/font-subset.ts',
      'apps/web/precompress.ts',
      'apps/web/package.json',
    ],
    result: 'apps/web/dist/site/index.html',
  },
};

/** Builds the targets whose content has changed since their last build. Throws the output of the bundler when it fails. */
export async function build(names = Object.keys(TARGETS)) {
  await Promise.all(names.map(buildOne));
}

async function buildOne(name) {
  const target = TARGETS[name];
  const hash = hashInputs(target.inputs, (file) => !/\.test\.tsx?$/.test(file));
  const stamp = pathInRoot('node_modules', '.cache', 'darkroom', `${name}.hash`);
  const isBuilt = () =>
    existsSync(pathInRoot(target.result)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
  if (isBuilt()) return;
  const start = performance.now();
  mkdirSync(dirname(stamp), { recursive: true });
  const release = await acquireLock(`${stamp}.lock`);
  try {
    // The program that had the lock can have built the same.
    if (isBuilt()) return;
    await bundle(name, target);
    writeFileSync(stamp, hash);
  } finally {
    release();
  }
  console.log(`Built the ${name} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

/**
 * Locks the build, because two programs that build at the same time would overwrite each other's files. A lock that is
 * older than any build is from a killed program.
 */
async function acquireLock(lock) {
  for (;;) {
    try {
      mkdirSync(lock);
      return () => rmSync(lock, { recursive: true, force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
      if (since !== undefined && Date.now() - since > MAX_BUILD_MS) rmSync(lock, { recursive: true, force: true });
      else await setTimeout(200);
    }
  }
}

async function bundle(name, target) {
  const [node, vite] = getBinCommand('vite/bin/vite.js');
  // React reads NODE_ENV at build time. Without this value, a development build would be served.
  const env = { NODE_ENV: 'production' };
  const { code, output } = await run(node, [vite, 'build', '--logLevel', 'warn'], {
    cwd: pathInRoot(target.folder),
    env,
    quiet: true,
  });
  if (code !== 0) throw new Error(`Building the ${name} failed:\n${output.trim()}`);
  if (output.trim()) console.log(output.trim());
}

/** Returns the hash of the contents of these files and folders, without build results and installed packages. */
export function hashInputs(inputs, isInput = () => true) {
  const hash = createHash('sha256').update(process.version);
  for (const file of inputs.flatMap((input) => listFiles(pathInRoot(input))).filter(isInput)) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function listFiles(path) {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (!entry) return [];
  if (entry.isFile()) return [path];
  return readdirSync(path)
    .filter((name) => name !== 'dist' && name !== 'node_modules')
    .sort()
    .flatMap((name) => listFiles(join(path, name)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureInstalled();
  await build().catch((error) => exitWithError(error.message));
}
