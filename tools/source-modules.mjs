import { createServer } from 'vite';
import { at } from './root.mjs';

/** Loads modules of the product as they stand in the source, TypeScript and all: `ssrLoadModule(path)`; closed by `close()`. */
export const openSourceModules = () =>
  createServer({
    configFile: false,
    root: at('apps/web'),
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
