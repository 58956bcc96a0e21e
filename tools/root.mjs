import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Top of the checkout; every tool works from here, wherever it was called. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Path inside the checkout. */
export const at = (...parts) => join(root, ...parts);

/** A program of an installed package, run by this very Node. */
export const bin = (path) => [process.execPath, at('node_modules', path)];

/**
 * Runs a program to its end. With `quiet` its output is kept and returned instead of shown.
 * @returns {Promise<{code: number, output: string}>}
 */
export function run(command, args, { cwd = root, env = {}, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code: code ?? (signal ? 1 : 0), output }));
  });
}

/** npm, as the one that runs us if there is one. */
export function npm(args, options) {
  const path = process.env.npm_execpath;
  return path?.endsWith('.js') ? run(process.execPath, [path, ...args], options) : run('npm', args, options);
}

/** Ends the tool with one sentence instead of a stack. */
export function giveUp(message) {
  console.error(message);
  process.exit(1);
}
