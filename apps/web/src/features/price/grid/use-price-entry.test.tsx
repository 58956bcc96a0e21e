// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import i18next from 'i18next';
import { expect, it, onTestFinished, vi } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import type { CellEdit } from '../../../ui/grid/draft.ts';
import { parseEntry, useTypedPrice } from './use-price-entry.tsx';

it('an ambiguous price shows how it was read, and Undo restores the previous price', async () => {
  const onSet = vi.fn<(cells: readonly CellEdit[]) => void>();
  function Cell({ text }: { text: string }) {
    const setTypedCell = useTypedPrice(onSet);
    const field = 'retail_price';
    const cell = {
      id: 3,
      field,
      value: parseEntry(field, text, i18next.resolvedLanguage, 'USD'),
    } as const;
    return <button onClick={() => setTypedCell(cell, text, 5)}>{text}</button>;
  }
  const { user } = await showPart(
    <>
      <Cell text="7,014" />
      <Cell text="7014" />
      <Cell text="7.014" />
    </>,
  );
  onTestFinished(async () => void (await i18next.changeLanguage('en')));
  await i18next.changeLanguage('vi');
  await user.click(await screen.findByRole('button', { name: '7,014' }));
  await user.click(screen.getByRole('button', { name: '7014' }));
  expect(screen.queryByRole('button', { name: 'Hoàn tác' })).toBeNull();
  await user.click(screen.getByRole('button', { name: '7.014' }));
  expect(await screen.findByText(/“7\.014” được đọc là 7014, không phải 7,014/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Hoàn tác' }));
  expect(onSet.mock.calls.at(-2)?.[0]).toMatchObject([{ value: 7014 }]);
  expect(onSet.mock.calls.at(-1)?.[0]).toMatchObject([{ value: 5 }]);
});

it('an amount can contain its own currency but no other', () => {
  expect(parseEntry('retail_price', '$2.50', 'en', 'USD')).toBe(2.5);
  expect(parseEntry('wholesale_price', '2,5 usd', 'vi', 'USD')).toBe(2.5);
  expect(parseEntry('retail_price', '€2.50', 'en', 'USD')).toEqual({
    text: '€2.50',
    code: 'not_a_number',
  });
});
