// @vitest-environment happy-dom
import { validateOrders, createOrderReader } from '@darkroom/domain/order-sheet/validate-orders';
import type { SheetCell } from '@darkroom/domain/order-sheet/cell';
import { REQUIRED_FIELDS, type OrderField, type SheetRow } from '@darkroom/domain/order-sheet/fields';
import { createOrderLists } from '@darkroom/domain/order-sheet/lists';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import { draftReducer, NO_ORDER_DRAFT } from './draft.ts';
import { selectColumns } from './grid/order-columns.ts';
import type { DraftValidation } from './validation/validation.ts';
import { FixStep } from './fix-step.tsx';
import { LIST_SOURCES } from '../../../testing/order-lists.ts';

// The simulated browser has no layout, and the grid draws only rows that fit its height.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(900);
});
afterEach(() => vi.restoreAllMocks());

const LISTS = createOrderLists(LIST_SOURCES.customers, LIST_SOURCES.categories, LIST_SOURCES.priorities);

const createOrder = (row: number, cells: Partial<Record<OrderField, SheetCell>>): SheetRow => ({
  row,
  cells: {
    job_date: '16/11/2026',
    customer2: 'Lighting',
    category2: 'Simple',
    job_name: 'Lamps',
    quantity: row,
    ...cells,
  },
});

async function showFixStep(rows: readonly SheetRow[]) {
  const dispatch = vi.fn();
  const decisions = { left_out: new Set<number>(), not_duplicate: new Set<number>() };
  const { rows: validatedRows, totals } = validateOrders(rows, decisions, createOrderReader(LISTS));
  const source = {
    name: 'w47.xlsx',
    heading_row: 1,
    fields: [],
    ignored: [],
    unread: [],
    notes: { formulas: 0, hidden: [], merged: 0 },
  };
  const draft = draftReducer(NO_ORDER_DRAFT, { type: 'load', source, rows }).current!;
  const validation: DraftValidation = {
    draft,
    jobs: [],
    detail_rows: [],
    rows: validatedRows.map((row, index) => ({ ...row, index, refused: [], hasProblem: row.problems.length > 0 })),
    totals,
    lines: [],
    findPosition: () => ({ job: 0, detail: 1, details: 1 }),
  };
  const shown = await showPart(
    <div tabIndex={-1} data-testid="drawer">
      <FixStep
        draft={draft}
        validation={validation}
        lists={LISTS}
        sources={LIST_SOURCES}
        dispatch={dispatch}
        canUndo={false}
        isContinued={false}
        failureNotice={null}
        startOverButton={null}
        locked={false}
        isUpToDate
        progress={{ step: 'idle' }}
        canAdd
        isResultUnknown={false}
        onSend={() => undefined}
        onCancel={() => undefined}
      />
    </div>,
  );
  const grid = await screen.findByRole('grid', { name: 'Order rows' });
  const getActiveCell = () => document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
  const paste = (text: string) => {
    const event = new Event('paste', { bubbles: true, cancelable: true });
    Object.assign(event, { clipboardData: { getData: () => text } });
    act(() => void grid.dispatchEvent(event));
  };
  return { ...shown, grid, getActiveCell, dispatch, paste };
}

describe('fix step of bulk add', () => {
  it('a page of 1024 px shows every required field and the price', () => {
    const columns = selectColumns([]);
    const priceIndex = columns.findIndex(({ key }) => key === 'unit_price');
    const widths = columns.slice(0, priceIndex + 1).map(({ width }) => width);
    // The page's margins take 32 px, the frame 2.
    expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(1024 - 34);
    const visibleFields = columns.slice(0, priceIndex).flatMap(({ fields }) => fields);
    expect(REQUIRED_FIELDS.filter((field) => !visibleFields.includes(field))).toEqual([]);
  });

  it('the first problem has the focus when the step opens', async () => {
    const { user, grid, getActiveCell } = await showFixStep([
      createOrder(2, {}),
      createOrder(3, { quantity: 'many' }),
      createOrder(4, { job_date: '28/11/26' }),
      createOrder(5, { job_date: '31/02/2026' }),
      createOrder(6, { job_date: '28/11/1926' }),
    ]);
    await waitFor(() => expect(document.activeElement).toBe(grid));
    expect(getActiveCell()?.textContent).toContain('manyWhole numbers only');
    await user.keyboard('{F8}');
    expect(getActiveCell()?.textContent).toContain('28/11/26Use dd/mm/yyyy');
    await user.keyboard('{F8}');
    expect(getActiveCell()?.textContent).toContain('31/02/2026No such day');
    await user.keyboard('{F8}');
    expect(getActiveCell()?.textContent).toContain('28/11/1926Only 2000–2100');
    await user.keyboard('{Shift>}{F8}{F8}{/Shift}');
    // A click next to the grid moves the focus to its container.
    act(() => screen.getByTestId('drawer').focus());
    await user.keyboard('{Shift>}{F8}{/Shift}');
    expect(document.activeElement).toBe(grid);
    expect(getActiveCell()?.textContent).toContain('manyWhole numbers only');
  });

  it('the first editable cell has the focus when the sheet has no problems', async () => {
    const { user, grid } = await showFixStep([createOrder(2, {})]);
    await waitFor(() => expect(document.activeElement).toBe(grid));
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('textbox', { name: 'Date, row 2' })).toBeTruthy();
  });

  it('the result column names the invalid fields and the reasons', async () => {
    const { grid } = await showFixStep([
      createOrder(2, { quantity: 'many', job_link: 'x' }),
      createOrder(3, { quantity: 'many' }),
    ]);
    const result = within(grid).getByRole('gridcell', { name: /^2 problems/ });
    expect(result.textContent).toBe('2 problemsLink, Quantity');
    expect(result.title).toContain('Quantity: enter a whole number.');
    within(grid).getByRole('gridcell', { name: 'Quantity Whole numbers only' });
  });

  it('rows that contradict their job show its value, are counted, and can be filtered', async () => {
    const { user, grid } = await showFixStep([
      createOrder(2, { job_priority: 'Urgent' }),
      createOrder(3, { job_priority: 'Carefully', job_name: 'LAMPS' }),
      createOrder(4, {}),
    ]);
    within(grid).getByText('Row 2: Urgent');
    within(grid).getByText('Row 2: Lamps');
    within(grid).getByText('Differs: Job Name, Priority');
    screen.getByText('1 row differs from the first row of its job. The crossed-out values are not used.');
    await user.click(screen.getByText('Conflicts with the job (1)'));
    expect(grid.getAttribute('aria-rowcount')).toBe('2');
  });

  it('a filter hides the notes of hidden cells, and F8 focuses the rows', async () => {
    const { user, grid, getActiveCell } = await showFixStep([
      createOrder(2, { job_priority: 'Urgent' }),
      createOrder(3, { job_priority: 'Carefully' }),
      createOrder(4, { quantity: 'many' }),
    ]);
    const message = /Quantity: enter a whole number/;
    await waitFor(() => expect(screen.getAllByText(message)).toHaveLength(1));
    await user.click(screen.getByText('Conflicts with the job (1)'));
    expect(screen.queryByText(message)).toBeNull();
    await user.click(screen.getByText('Only problems (1)'));
    await user.keyboard('{F8}');
    expect(document.activeElement).toBe(grid);
    expect(getActiveCell()?.textContent).toContain('many');
  });

  it('a text quantity has a note when the page’s language could mean a decimal', async () => {
    const { grid } = await showFixStep([
      createOrder(2, { quantity: '1.234' }),
      createOrder(3, { quantity: '1,234' }),
      createOrder(4, { quantity: 1234 }),
    ]);
    const notes = within(grid).getAllByText(/^from/);
    expect(notes.map((note) => note.textContent)).toEqual(['from “1.234”']);
    expect(notes[0]?.closest('[role="gridcell"]')?.getAttribute('title')).toContain('“1.234” was read as 1,234');
  });

  it('paste and fill change cells, and a pasted name fills all its levels', async () => {
    const { user, grid, dispatch, paste } = await showFixStep([createOrder(2, {}), createOrder(3, {})]);
    await waitFor(() => expect(document.activeElement).toBe(grid));
    const customer = { customer0: 'PixelCart', customer1: 'PixelCart Home', customer2: 'Lighting' };
    await user.keyboard('{ArrowRight}');
    paste('PixelCart › PixelCart Home › Lighting\tA › B\n\tC');
    const noCustomer = { customer0: '', customer1: '', customer2: '' };
    const pasted = [
      [2, { ...customer, job_name: 'A › B' }],
      [3, { ...noCustomer, job_name: 'C' }],
    ] as const;
    expect(dispatch).toHaveBeenLastCalledWith({ type: 'correct', cells: new Map<number, object>(pasted) });
    await user.keyboard('{Control>}d{/Control}');
    const filled = new Map([[3, { ...customer, job_name: 'Lamps' }]]);
    expect(dispatch).toHaveBeenLastCalledWith({ type: 'correct', cells: filled });
  });

  it('several cells pasted into an open editor fill the grid', async () => {
    const { user, grid, dispatch, paste } = await showFixStep([createOrder(2, { quantity: '-3' }), createOrder(3, {})]);
    await user.click(within(grid).getByRole('gridcell', { name: /^-3/ }));
    await screen.findByRole('textbox', { name: 'Quantity, row 2' });
    paste('11\n12\n');
    const pasted = [
      [2, { quantity: '11' }],
      [3, { quantity: '12' }],
    ] as const;
    expect(dispatch).toHaveBeenLastCalledWith({ type: 'correct', cells: new Map<number, object>(pasted) });
    expect(screen.queryByRole('textbox', { name: 'Quantity, row 2' })).toBeNull();
  });

  it.each([
    ['2/12/2026', { job_date: '2026-12-02' }],
    ['31/02/2026', { job_date: '31/02/2026' }],
  ])('a typed date (%s) becomes the value of the cell while the calendar is open', async (text, cells) => {
    const { user, grid, dispatch } = await showFixStep([createOrder(2, {})]);
    await user.dblClick(within(grid).getAllByRole('gridcell', { name: /16 Nov 2026/ })[0]!);
    await waitFor(() => expect(document.activeElement?.tagName).toBe('INPUT'));
    await user.keyboard(`${text}{Enter}`);
    const typed = new Map([[2, cells]]);
    await waitFor(() => expect(dispatch).toHaveBeenLastCalledWith({ type: 'correct', cells: typed }));
  });

  it('Space leaves all selected rows out', async () => {
    const { user, grid, dispatch } = await showFixStep([
      createOrder(2, {}),
      createOrder(3, { quantity: 'many' }),
      createOrder(4, {}),
    ]);
    await waitFor(() => expect(document.activeElement).toBe(grid));
    await user.keyboard('{Shift>}{ArrowDown}{/Shift} ');
    const leftOut = new Map([
      [3, [expect.objectContaining({ field: 'quantity' })]],
      [4, []],
    ]);
    expect(dispatch).toHaveBeenLastCalledWith({ type: 'leave_out', rows: leftOut });
  });

  it('one click opens a cell with a problem, and a double click any other cell', async () => {
    const { user, grid } = await showFixStep([createOrder(2, { job_link: 'x' }), createOrder(3, {})]);
    await user.click(within(grid).getByRole('gridcell', { name: /^x/ }));
    expect(await screen.findByRole('textbox', { name: 'Link, row 2' })).toBeTruthy();
    const [, name] = within(grid).getAllByRole('gridcell', { name: 'Lamps' });
    await user.click(name!);
    expect(screen.queryByRole('textbox', { name: /row/ })).toBeNull();
    await user.dblClick(name!);
    expect(await screen.findByRole('textbox', { name: 'Job Name, row 3' })).toBeTruthy();
  });
});
