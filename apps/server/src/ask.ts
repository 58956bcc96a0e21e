import { createInterface } from 'node:readline/promises';
import { Writable, type Readable } from 'node:stream';
import { StartError } from './config.ts';

interface Terminal {
  input: Readable;
  output: Writable;
}

/** Asks somebody at a terminal for a line; `hidden`, what is typed is not shown. An input that ends first is refused. */
export async function ask(
  question: string,
  { hidden = false } = {},
  { input, output }: Terminal = { input: process.stdin, output: process.stdout },
): Promise<string> {
  if (hidden) output.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: hidden ? nowhere : output, terminal: true });
  lines.once('SIGINT', () => process.exit(130));
  // Of an input that ends Node says it in one version, and waits for ever in another.
  const ended = new Promise<never>((_resolve, reject) => {
    lines.once('close', () => reject(new StartError('The input ended before all was answered: nothing was done.')));
  });
  try {
    return await Promise.race([ended, lines.question(hidden ? '' : question)]);
  } finally {
    lines.close();
    if (hidden) output.write('\n');
  }
}
