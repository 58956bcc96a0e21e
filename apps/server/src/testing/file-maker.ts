import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const top = join(import.meta.dirname, '../../../..');
const url = (path: string) => JSON.stringify(pathToFileURL(join(top, path)).href);

/** The program that makes files, built where the sources have changed: read one by one they would take seconds in each test. */
export function startFileMaker(): ChildProcess {
  const program = `import(${url('tools/build.mjs')}).then(({ build }) => build(['server'])).then(() => import(${url('apps/server/dist/server/file-maker.js')}))`;
  return spawn(process.execPath, ['-e', program], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
}
