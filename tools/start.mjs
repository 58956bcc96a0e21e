import { build } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { at, giveUp, root } from './root.mjs';

await ensureInstalled();
await build().catch((error) => giveUp(error.message));

// In this very process: signals reach the server itself, and nothing is left behind when it is killed.
process.chdir(root);
process.setSourceMapsEnabled(true);
await import(at('apps/server/dist/server/main.js'));
