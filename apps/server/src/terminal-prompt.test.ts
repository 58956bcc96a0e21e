import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { ask } from './terminal-prompt.ts';
import { StartError } from './config.ts';

const CTRL_D = '\u0004';

/** Returns the prompt, the reply and the visible text for keys that are typed at a terminal. */
async function typeKeys(keys: string, options?: { hidden: boolean }) {
  const input = new PassThrough();
  const output = new PassThrough();
  const answer = ask('Password: ', options, { input, output });
  answer.catch(() => undefined);
  input.write(keys);
  return { answer: await answer, seen: String(output.read()) };
}

it('a prompt reads a line and hides secret input', async () => {
  expect(await typeKeys('boss\r')).toMatchObject({ answer: 'boss', seen: expect.stringContaining('boss') });
  expect(await typeKeys('a quiet darkroom\r', { hidden: true })).toEqual({
    answer: 'a quiet darkroom',
    seen: 'Password: \n',
  });
});

it('a prompt reports the end of the input in one line', async () => {
  for (const hidden of [false, true]) {
    await expect(typeKeys(CTRL_D, { hidden })).rejects.toBeInstanceOf(StartError);
    await expect(typeKeys(CTRL_D, { hidden })).rejects.toThrow(/^The input ended before the last answer[^\n]+$/);
  }
});
