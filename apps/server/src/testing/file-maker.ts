import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const top = join(import.meta.dirname, '../../../..');
const toFileUrl = (path: string) => JSON.stringify(pathToFileURL(join(top, path)).href);

/**
 * Starts the program that writes files, built only when the sources have changed. Loading single sources would take seconds in each test.
 */
export function startFileMaker(): ChildProcess {
  const program = `import(${toFileUrl('tools/build.mjs')}).then(({ build }) => build(['server'])).then(() => import(${toFileUrl('apps/server/dist/server/file-maker.js')}))`;
  return spawn(process.execPath, ['-e', program], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
}
