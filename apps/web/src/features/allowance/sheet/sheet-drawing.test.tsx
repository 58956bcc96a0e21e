// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setPrinting } from '../../../lib/device.ts';
import { showPart } from '../../../testing/part.tsx';
import { createAllowanceMonth, createAllowanceRow } from '../../../testing/allowances.ts';
import { MealSheet } from './meal-sheet.tsx';
import { useRowsWithChanges } from '../../../ui/grid/use-draft.ts';
import { idOfRow, buildMemberMonth } from './member-month.ts';
import { useAllowanceSheet } from './use-sheet.ts';

// The simulated browser has no layout, and the sheet draws only rows that fit its height.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(900);
});
afterEach(() => vi.restoreAllMocks());

const NAMES = Array.from({ length: 60 }, (_, index) => `Person ${index + 1}`);

/** Renders a sheet of sixty people and records the drawn rows: each row reads its person's name when it renders. */
async function showSixty() {
  const drawnNames = new Set<string>();
  const rows = NAMES.map((name, index) =>
    Object.defineProperty(createAllowanceRow(index + 1, name, []), 'full_name', {
      get: () => {
        drawnNames.add(name);
        return name;
      },
    }),
  );
  const month = createAllowanceMonth(2026, 11);
  const make = buildMemberMonth('2026-11', month.lookups);
  function Sheet() {
    const sheet = useAllowanceSheet(rows, ['sixty']);
    const people = useRowsWithChanges(rows, idOfRow, sheet.changes, make);
    return <MealSheet people={people} month={month} layer="meal_fee" sheet={sheet} readOnly={false} />;
  }
  const part = await showPart(<Sheet />, {
    permissions: ['npn_admin_allowance'],
  });
  const grid = await screen.findByRole('grid');
  const pressCell = async (person: number, day: number) => {
    const row = within(grid).getAllByRole('row')[person]!;
    return part.user.pointer({
      keys: '[MouseLeft]',
      target: within(row).getAllByRole('gridcell')[day - 1]!,
    });
  };
  /** Collects the names of the rows that an action draws again. */
  const collectDrawnNames = async (action: () => Promise<unknown>) => {
    drawnNames.clear();
    await action();
    return [...drawnNames].sort();
  };
  const readTotal = () => within(within(grid).getAllByRole('row').at(-1)!).getAllByRole('gridcell')[30]!.textContent;
  return { ...part, grid, pressCell, collectDrawnNames, readTotal };
}

it('all sixty rows are printed, including those outside the visible area', async () => {
  const { grid } = await showSixty();
  const findNames = () => within(grid).getAllByText(/^Person \d+$/);
  expect(findNames().length).toBeLessThan(60);
  act(() => setPrinting(true));
  expect(findNames()).toHaveLength(60);
  act(() => setPrinting(false));
  expect(findNames().length).toBeLessThan(60);
});

it('an edit redraws only its own row and the totals', async () => {
  const { user, pressCell, collectDrawnNames, readTotal, grid } = await showSixty();
  expect(await collectDrawnNames(async () => pressCell(2, 3))).toEqual(['Person 2']);
  expect(await collectDrawnNames(async () => user.keyboard('3'))).toEqual(['Person 2']);
  expect(readTotal()).toBe('3');
  expect(await collectDrawnNames(async () => user.keyboard('{ArrowRight}'))).toEqual(['Person 2']);
  expect(await collectDrawnNames(async () => user.keyboard('{ArrowDown}'))).toEqual(['Person 2', 'Person 3']);
  const pasted = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
    clipboardData: { getData: () => '1\t1\r\n2\t2\r\n' },
  });
  // The second row can also be drawn when its typed value is sent.
  const addSecondPerson = (names: readonly string[]) => [...new Set(['Person 2', ...names])];
  const threeNames = ['Person 2', 'Person 3', 'Person 4'];
  expect(addSecondPerson(await collectDrawnNames(async () => act(() => void grid.dispatchEvent(pasted))))).toEqual(
    threeNames,
  );
  expect(readTotal()).toBe('9');
  expect(addSecondPerson(await collectDrawnNames(async () => user.keyboard('{Control>}z{/Control}')))).toEqual(
    threeNames,
  );
  expect(readTotal()).toBe('3');
});
