import { once } from 'node:events';
import { expect, it } from 'vitest';
import { writeXlsx, type SheetTable } from './xlsx-file.ts';

it('a failed read of rows fails the file and not the process', async () => {
  async function* failingPieces() {
    yield [['first']];
    await Promise.resolve();
    throw new Error('the connection is lost');
  }
  let isClosed = false;
  const table: SheetTable = {
    title: 'Tasks',
    headings: [{ title: 'task', kind: 'text', width: 10 }],
    titles: ['Task'],
    language: 'en',
    at: '2026-11-20T02:00:00.000Z',
    pieces: failingPieces(),
    sideTables: [],
  };
  const file = writeXlsx(table, () => (isClosed = true));
  file.resume();
  const [error] = (await once(file, 'error')) as [Error];
  expect(error.message).toBe('the connection is lost');
  expect(isClosed).toBe(true);
});
