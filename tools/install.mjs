import { existsSync, readFileSync } from 'node:fs';
import { pathInRoot, exitWithError, npm } from './root.mjs';

/** Runs `npm ci` unless the installed packages match the lock file. */
export async function ensureInstalled() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    exitWithError(`Node.js 20.19 or newer is needed; this is ${process.versions.node}.`);
  }
  if (isInstalled()) return;
  console.log('Installing packages (npm ci) …');
  // Building needs the development packages for every value of NODE_ENV.
  const { code } = await npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0) exitWithError('npm ci failed; see above.');
}

// npm writes its list of installed packages at the end, so an interrupted installation has no list.
function isInstalled() {
  const lockFile = pathInRoot('node_modules', '.package-lock.json');
  if (!existsSync(lockFile)) return false;
  const wanted = readPackages(pathInRoot('package-lock.json'));
  const installed = readPackages(lockFile);
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    const found = installed[path];
    // Packages for other platforms are not installed.
    if (!found) return entry.optional === true || entry.devOptional === true || entry.peer === true;
    return found.version === entry.version;
  });
}

function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}
