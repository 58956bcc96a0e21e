import { createServer } from 'vite';
import { pathInRoot } from './root.mjs';

/** Loads TypeScript modules of the product from their sources with `ssrLoadModule(path)`. Call `close()` at the end. */
export const openSourceModules = () =>
  createServer({
    configFile: false,
    root: pathInRoot('apps/web'),
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
