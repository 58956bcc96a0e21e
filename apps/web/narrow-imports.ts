import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Where a library takes one small thing from another's index, the thing itself: what a file needs goes where the file goes, and an index needs
 * all there is. Ant Design's input field wants the form's context; with the index came fields, rules and messages, before the first screen.
 */
const NARROW: readonly { readonly by: string; readonly from: string; readonly file: string }[] = [
  { by: 'antd/es/form/context.js', from: '@rc-component/form', file: 'es/FormContext.js' },
];

/** Takes what is named above by its own file. Where a library has moved it, the index comes along again: the weight of the first visit tells. */
export function narrowImports(): Plugin {
  return {
    name: 'darkroom:narrow-imports',
    enforce: 'pre',
    apply: 'build',
    async resolveId(source, importer) {
      const narrow = NARROW.find(({ by, from }) => source === from && importer?.endsWith(by));
      return narrow ? this.resolve(join(narrow.from, narrow.file), importer) : null;
    },
  };
}
