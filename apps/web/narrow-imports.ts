import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/**
 * Where a library takes one small thing from another's index, the thing itself: what a file needs goes where the file goes, and an index needs
 * all there is. Ant Design's input field wants the form's context; with the index came fields, rules and messages, before the first screen.
 */
const NARROW: readonly { readonly by: string; readonly from: string; readonly file: string }[] = [
  { by: 'antd/es/form/context.js', from: '@rc-component/form', file: 'es/FormContext.js' },
  { by: 'antd/es/input/Input.js', from: '@rc-component/input', file: 'es/Input.js' },
];

/** What Ant Design's frame wraps a page in when all its tooltips are to be one (`tooltip.unique`): ours are not, and no tooltip is in the frame. */
const UNIQUE_TOOLTIPS = { by: 'antd/es/config-provider/index.js', from: '../tooltip/UniqueProvider' };
const NOTHING = '\0darkroom:nothing';

/** What every schema could be written as a JSON schema with, which the server alone does: a twentieth of the sign-in's code. */
const JSON_SCHEMA = {
  by: 'zod/v4/classic/schemas.js',
  from: ['../core/json-schema-processors.js', '../core/to-json-schema.js'],
};
const UNCALLED = '\0darkroom:uncalled:';

/** What of it is called nevertheless: how long a text may be is told by it. */
const CALLED = 'aggregateChecks';

/** A module with the names of another, each of which does nothing but the one that is called. */
async function uncalled(path: string): Promise<string> {
  const names = Object.keys((await import(pathToFileURL(path).href)) as object);
  const idle = names.filter((name) => name !== CALLED).map((name) => `nothing as ${name}`);
  const called = names.includes(CALLED) ? `export { ${CALLED} } from ${JSON.stringify(path)};` : '';
  return `const nothing = () => undefined;\nexport { ${idle.join(', ')} };\n${called}`;
}

/** Files of ours that write one line: with the field's index come text areas, passwords, codes and searches, also where none is used. */
const ONE_LINE = /import \{(?<before>[^}]*)\bInput\b,?(?<after>[^}]*)\} from 'antd';/;
const OTHER_INPUTS = /\bInput\.[A-Z]/;
const INPUT = 'antd/es/input/Input';

/** Files of ours that join buttons and a field, and space nothing out. */
const JOINED = /import \{(?<before>[^}]*)\bSpace\b,?(?<after>[^}]*)\} from 'antd';/;
const SPACED = /<Space[ >]|Space\.(?!Compact\b)/;
const COMPACT = 'antd/es/space/Compact';

/**
 * Takes what is named above by its own file. Where a library has moved it, the index comes along again, or the build fails: the weight of
 * the first visit tells.
 */
export function narrowImports(): Plugin {
  return {
    name: 'darkroom:narrow-imports',
    enforce: 'pre',
    apply: 'build',
    async resolveId(source, importer) {
      if (source === UNIQUE_TOOLTIPS.from && importer?.endsWith(UNIQUE_TOOLTIPS.by)) return NOTHING;
      if (JSON_SCHEMA.from.includes(source) && importer?.endsWith(JSON_SCHEMA.by))
        return UNCALLED + join(dirname(importer), source);
      const narrow = NARROW.find(({ by, from }) => source === from && importer?.endsWith(by));
      return narrow ? this.resolve(join(narrow.from, narrow.file), importer) : null;
    },
    load(id) {
      if (id === NOTHING) return 'export default ({ children }) => children;';
      return id.startsWith(UNCALLED) ? uncalled(id.slice(UNCALLED.length)) : null;
    },
    transform: {
      filter: { id: /\/src\/.*\.tsx$/, code: { include: [ONE_LINE, JOINED] } },
      handler(code) {
        const line = OTHER_INPUTS.test(code)
          ? code
          : code.replace(ONE_LINE, `import {$<before>$<after>} from 'antd'; import Input from '${INPUT}';`);
        if (SPACED.test(line)) return line;
        return line
          .replace(JOINED, `import {$<before>$<after>} from 'antd'; import Compact from '${COMPACT}';`)
          .replaceAll('Space.Compact', 'Compact');
      },
    },
  };
}
