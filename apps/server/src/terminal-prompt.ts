import { createInterface } from 'node:readline/promises';
import { Writable, type Readable } from 'node:stream';
import { StartError } from './config.ts';

interface Terminal {
  input: Readable;
  output: Writable;
}

/** Asks for a line at a terminal, without showing the input if `hidden`. Throws if the input ends first. */
export async function ask(
  question: string,
  { hidden = false } = {},
  { input, output }: Terminal = { input: process.stdin, output: process.stdout },
): Promise<string> {
  if (hidden) output.write(question);
  const discardOutput = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: hidden ? discardOutput : output, terminal: true });
  lines.once('SIGINT', () => process.exit(130));
  // At the end of the input, one version of Node fails, and another waits for ever.
  const inputEnded = new Promise<never>((_resolve, reject) => {
    lines.once('close', () => reject(new StartError('The input ended before the last answer. Nothing was changed.')));
  });
  try {
    return await Promise.race([inputEnded, lines.question(hidden ? '' : question)]);
  } finally {
    lines.close();
    if (hidden) output.write('\n');
  }
}
