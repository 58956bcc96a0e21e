import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathInRoot, run } from '../root.mjs';
import { createEnv } from './bureau.mjs';

const COMMANDS = ['backup', 'restore', 'verify', 'archive', 'erase', 'seed', 'create-superuser', 'db-reset'];
/** Arguments of each command, the expected line and exit code. None of the commands creates anything before it fails. */
const CASES = [
  ...COMMANDS.map((name) => ({
    name,
    args: ['--help'],
    says: new RegExp(`^npm run ${name.replace('db-', 'db:')}`),
    ends: 0,
  })),
  ...COMMANDS.map((name) => ({
    name,
    args: ['--nonsense'],
    says: new RegExp(`'--nonsense'.*Usage: npm run ${name.replace('db-', 'db:')}`),
  })),
  { name: 'backup', args: ['--keep', '-1'], says: /^--keep must be a whole number from 1, not -1$/ },
  { name: 'backup', args: ['--to', '--keep'], says: /^--to lacks its value\. Usage: npm run backup -- / },
  // The real commands of the tools.
  { name: 'db-reset', args: ['--yes', 'darkroom'], env: { NODE_ENV: 'production' }, says: /NODE_ENV=production/ },
  // Without a file to read or a person to erase, these commands can fail only for the expected reason.
  ...[
    ['backup'],
    ['verify'],
    ['archive', '--before', '2025-01'],
    ['erase', '--staff', 'NV-017', '--by', 'admin', '--why', 'asked'],
  ].map(([name, ...args]) => ({
    name,
    args,
    says: /^There is no database in .*DATABASE_URL is not set.*DARKROOM_DATA/,
  })),
  { name: 'backup', args: [], env: { npm_config_to: '/mnt' }, says: /^npm used --to .*Usage: npm run backup -- / },
];

/**
 * Checks that a command with wrong arguments or without a database prints the reason in one line and creates nothing.
 */
export async function checkWrongOptions() {
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-wrong-options-'));
  const failures = [];
  try {
    for (const { name, args, env, says, ends = 1 } of CASES) {
      const data = join(folder, 'data');
      const program = [pathInRoot('apps/server/dist/server', `${name}.js`), ...args];
      const { code, output } = await run(process.execPath, program, {
        quiet: true,
        env: { ...createEnv(data, ''), NODE_ENV: 'development', ...env },
      });
      const lines = output.trim().split('\n');
      if (code !== ends || lines.length !== 1 || !says.test(lines[0]) || existsSync(data))
        failures.push(
          `${name} ${args.join(' ')} ended with ${code}: ${output.trim()}${existsSync(data) ? ` (created ${readdirSync(data).join()})` : ''}`,
        );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (failures.length > 0) throw new Error(failures.join('\n     '));
  return `${CASES.length} commands: each failure printed in one line, no file created`;
}
