import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { ask } from './ask.ts';
import { StartError } from './config.ts';

const CTRL_D = '\u0004';

/** What somebody who types this at a terminal is asked, answers and sees. */
async function typed(keys: string, options?: { hidden: boolean }) {
  const input = new PassThrough();
  const output = new PassThrough();
  const answer = ask('Password: ', options, { input, output });
  answer.catch(() => undefined);
  input.write(keys);
  return { answer: await answer, seen: String(output.read()) };
}

it('asks for a line, and shows no hidden one', async () => {
  expect(await typed('boss\r')).toMatchObject({ answer: 'boss', seen: expect.stringContaining('boss') });
  expect(await typed('a quiet darkroom\r', { hidden: true })).toEqual({
    answer: 'a quiet darkroom',
    seen: 'Password: \n',
  });
});

it('says in one line that the input has ended', async () => {
  for (const hidden of [false, true]) {
    await expect(typed(CTRL_D, { hidden })).rejects.toBeInstanceOf(StartError);
    await expect(typed(CTRL_D, { hidden })).rejects.toThrow(/^The input ended before all was answered: [^\n]+$/);
  }
});
