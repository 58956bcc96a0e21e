import { build } from './build.mjs';
import { at, root, run } from './root.mjs';

// The server for browser tests: the built one, on a port and a database of its own, emptied first. Playwright starts and
// stops it.
const port = process.env.E2E_PORT ?? '4173';
process.env.PORT = port;
process.env.NODE_ENV = 'test';
process.env.DARKROOM_DATA = `.data/e2e-${port}`;
delete process.env.DATABASE_URL;

process.chdir(root);
process.setSourceMapsEnabled(true);
await build();
const { code, output } = await run(process.execPath, [at('apps/server/dist/server/db-reset.js')], { quiet: true });
if (code !== 0) throw new Error(output);
await import(at('apps/server/dist/server/main.js'));
