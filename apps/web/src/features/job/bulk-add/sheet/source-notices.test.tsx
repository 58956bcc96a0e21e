// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showPart } from '../../../../testing/part.tsx';
import { draftReducer, NO_ORDER_DRAFT } from '../draft.ts';
import { SourceNotices } from './source-notices.tsx';

it('the notices list left-out rows and cell readings, and can include hidden rows', async () => {
  const dispatch = vi.fn();
  const notes = { formulas: 1, hidden: [3, 5], merged: 2 };
  const source = { name: 'w47.xlsx', heading_row: 1, fields: [], ignored: [], unread: [], notes };
  const draft = draftReducer(NO_ORDER_DRAFT, { type: 'load', source, rows: [] }).current!;
  const { user } = await showPart(
    <SourceNotices draft={draft} isContinued={false} locked={false} dispatch={dispatch} />,
  );
  await screen.findByText(
    /2 hidden rows were skipped\. · 2 merged cells were read for each of their rows\. · 1 cell contains a formula/,
  );
  await user.click(screen.getByRole('button', { name: 'Include the hidden rows' }));
  expect(dispatch).toHaveBeenCalledWith({ type: 'take_in', rows: [3, 5] });
});

it('the notices name unread columns, and the column used of two duplicates', async () => {
  const unread = [
    { column: 9, heading: 'Giá', instead: null },
    { column: 27, heading: '', instead: null },
    { column: 8, heading: 'Số lượng', instead: { field: 'quantity', column: 7 } },
  ] as const;
  const notes = { formulas: 0, hidden: [], merged: 0 };
  const source = { name: 'w47.xlsx', heading_row: 1, fields: [], ignored: [], unread, notes };
  const { current: now } = draftReducer(NO_ORDER_DRAFT, { type: 'load', source, rows: [] });
  await showPart(<SourceNotices draft={now!} isContinued={false} locked={false} dispatch={() => undefined} />);
  await screen.findByText(/headings in row 1 · Not read: Giá, column AB\.$/);
  expect(screen.getByRole('alert').textContent).toBe(
    'Column I “Số lượng” was not read: column H was read as Quantity.',
  );
});

it('hidden rows have no notice after the user includes them', async () => {
  const source = {
    name: 'w47.xlsx',
    heading_row: 1,
    fields: [],
    ignored: [],
    unread: [],
    notes: { formulas: 0, hidden: [3], merged: 0 },
  };
  const loaded = draftReducer(NO_ORDER_DRAFT, { type: 'load', source, rows: [] });
  const { current: now } = draftReducer(loaded, { type: 'take_in', rows: [3] });
  await showPart(<SourceNotices draft={now!} isContinued={false} locked={false} dispatch={() => undefined} />);
  await screen.findByText(/w47\.xlsx/);
  expect(screen.queryByText(/hidden/)).toBeNull();
});
