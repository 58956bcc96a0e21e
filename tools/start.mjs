import { build } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { at, root } from './root.mjs';

await ensureInstalled();
await build();

// In this very process: signals reach the server itself, and nothing is left behind when it is killed.
process.chdir(root);
process.setSourceMapsEnabled(true);
await import(at('apps/server/dist/server/main.js'));
