import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { BUNDLES, buildBundle, type Bundle } from './src/lib/i18n/bundles.ts';

const PUBLIC = join(import.meta.dirname, 'public');
const LANGUAGES = ['vi', 'en'];

const read = (language: string, name: Bundle) =>
  buildBundle(name, (namespace) => readFileSync(join(PUBLIC, 'locales', language, `${namespace}.json`), 'utf8'));

/** Writes the dictionaries that are fetched together into one file per language, next to the single files. */
export function bundledDictionaries(): Plugin {
  const names = Object.keys(BUNDLES) as Bundle[];
  return {
    name: 'darkroom:bundled-words',
    configureServer(server) {
      for (const language of LANGUAGES)
        for (const name of names)
          server.middlewares.use(`/locales/${language}/${name}.json`, (_request, response) => {
            response.setHeader('Content-Type', 'application/json');
            response.end(read(language, name));
          });
    },
    generateBundle() {
      for (const language of LANGUAGES)
        for (const name of names)
          this.emitFile({
            type: 'asset',
            fileName: `locales/${language}/${name}.json`,
            source: read(language, name),
          });
    },
  };
}
