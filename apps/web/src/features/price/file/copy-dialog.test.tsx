// @vitest-environment happy-dom
import type { PriceListResponse } from '@darkroom/contract/price/price';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import CopyDialog from './copy-dialog.tsx';

it('the copy dialog disables its button when there is nothing to copy', async () => {
  const list = { cus_id1: 5, cus1_name: 'Lumen', results: [] } as unknown as PriceListResponse;
  await showPart(<CopyDialog list={list} shown={[]} onTake={() => undefined} onClose={() => undefined} />);
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'No prices to add' });
  expect(button.disabled).toBe(true);
});
