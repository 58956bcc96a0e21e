// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import { findFirstError } from './price-columns.tsx';
import { SaveBar } from './save-bar.tsx';
import type { ShownPrice } from './shown-price.ts';
import type { PriceDraft } from './use-price-draft.ts';

const createPrice = (retail_price: number, to: number) => {
  const row = {
    service_cat2_id: 1,
    cat1: 'Retouch',
    cat2: 'Basic',
    retail_price,
    wholesale_price: 0.5,
  };
  return { row, terms: { ...row, retail_price: to } };
};

async function pressSave(errorCount: number, rows = [createPrice(1, 2)]) {
  const [save, onShowError] = [vi.fn(), vi.fn()];
  const draft = {
    figures: { cells: 3, errors: errorCount, rows },
    saving: false,
    contested: [],
    save,
  };
  const { user } = await showPart(
    <SaveBar draft={draft as unknown as PriceDraft} onShowError={onShowError} onDone={vi.fn()} />,
    {
      permissions: ['npn_change_customer_price'],
    },
  );
  await screen.findByRole('region', { name: 'Changes' });
  await user.keyboard('{Control>}s{/Control}');
  return { save, onShowError, user };
}

it('Ctrl+S reports the number of errors and moves to the first', async () => {
  const { save, onShowError } = await pressSave(2);
  await screen.findByText(/fix 2 cells first/);
  expect(onShowError).toHaveBeenCalledOnce();
  expect(save).not.toHaveBeenCalled();
});

it('Ctrl+S saves when no cell has an error', async () => {
  const { save, onShowError } = await pressSave(0);
  expect(save).toHaveBeenCalledOnce();
  expect(onShowError).not.toHaveBeenCalled();
});

it('a price that changes by a factor of ten is saved only after confirmation', async () => {
  const { save, user } = await pressSave(0, [createPrice(1, 2), createPrice(0.65, 650)]);
  await screen.findByText('Retouch / Basic, Retail Price: 0.65 → 650');
  expect(screen.queryByText(/1 → 2/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(save).not.toHaveBeenCalled();
  await user.keyboard('{Control>}s{/Control}');
  const saves = await screen.findAllByRole('button', { name: 'Save prices' });
  await user.click(saves.at(-1)!);
  await vi.waitFor(() => expect(save).toHaveBeenCalledOnce());
});

it('the first error is in the top row and its leftmost column', () => {
  const createPrice = (service_cat2_id: number, ...fields: string[]) =>
    ({
      row: { service_cat2_id },
      errors: new Map(fields.map((field) => [field, 'not_a_number'])),
    }) as unknown;
  const prices = [
    createPrice(1),
    createPrice(2, 'estimate_minutes', 'wholesale_price'),
    createPrice(3, 'retail_price'),
  ];
  expect(findFirstError(prices as ShownPrice[])).toEqual({ id: 2, column: 2 });
  expect(findFirstError([createPrice(1)] as ShownPrice[])).toBe(null);
});
