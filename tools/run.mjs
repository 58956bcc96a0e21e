import { existsSync } from 'node:fs';
import { build } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { pathInRoot, exitWithError, root } from './root.mjs';

// Runs a command of the server, and builds it first if needed: node tools/run.mjs <command> [arguments]
const [command, ...args] = process.argv.slice(2);
await ensureInstalled();
await build(['server']).catch((error) => exitWithError(error.message));
const entry = pathInRoot('apps/server/dist/server', `${command}.js`);
if (!command || !existsSync(entry))
  exitWithError(`There is no command ${command ?? ''} in apps/server/src/commands or apps/seed/src/commands.`);

process.chdir(root);
process.argv = [process.execPath, entry, ...args];
process.setSourceMapsEnabled(true);
await import(entry);
