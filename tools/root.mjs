import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the checkout. Every tool uses paths from here, independent of the working directory. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

export const pathInRoot = (...parts) => join(root, ...parts);

/** Returns the command for a program of an installed package, run with the same Node. */
export const getBinCommand = (path) => [process.execPath, pathInRoot('node_modules', path)];

/**
 * Runs a program to its end. With `quiet`, its output is returned and not shown. `input` is its standard input.
 * @returns {Promise<{code: number, output: string}>}
 */
export function run(command, args, { cwd = root, env = {}, quiet = false, input } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: [input === undefined ? 'ignore' : 'pipe', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    });
    child.stdin?.end(input);
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code: code ?? (signal ? 1 : 0), output }));
  });
}

/** Runs npm: the npm that started this process, else the installed one. */
export function npm(args, options) {
  const path = process.env.npm_execpath;
  return path?.endsWith('.js') ? run(process.execPath, [path, ...args], options) : run('npm', args, options);
}

/** Ends the tool with one sentence and no stack. */
export function exitWithError(message) {
  console.error(message);
  process.exit(1);
}
