import { build } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { pathInRoot, exitWithError, root } from './root.mjs';

await ensureInstalled();
await build().catch((error) => exitWithError(error.message));

// The server runs in this process, so that it receives signals directly and no process remains after a kill.
process.chdir(root);
process.setSourceMapsEnabled(true);
await import(pathInRoot('apps/server/dist/server/main.js'));
