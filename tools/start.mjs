import { build } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { at, giveUp, root } from './root.mjs';

await ensureInstalled();
await build().catch((error) => giveUp(error.message));

// The server runs in this process, so that it receives signals directly and no process remains after a kill.
process.chdir(root);
process.setSourceMapsEnabled(true);
await import(at('apps/server/dist/server/main.js'));
