// @vitest-environment happy-dom
import type { DailyEntry } from '@darkroom/contract/allowance/allowance';
import { isEmptyDay } from '@darkroom/domain/allowance/fees';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProblemResponse } from '../../../testing/network.ts';
import { showPart } from '../../../testing/part.tsx';
import { createDailyEntry, createAllowanceMonth, createAllowanceRow } from '../../../testing/allowances.ts';
import AllowanceSheetPage from './sheet-page.tsx';

// The simulated browser has no layout, and the sheet draws only rows that fit its height.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(900);
});
afterEach(() => vi.restoreAllMocks());

const LIST = '/api/allowance/list';
const ADD = '/api/allowance/daily/add';
const UPDATE = '/api/allowance/daily/update';
const STORED = createDailyEntry({
  id: 9,
  staff_id: 1,
  date: '2026-11-03',
  meal_fee: 2,
  version: 4,
});

interface Sent {
  entries: (Partial<DailyEntry> & { id?: number })[];
}

const NAMES = ['An', 'Bình', 'Chi'];

/** Renders the sheet of November 2026 with three people or more. The first person has two meals on the third. */
async function showSheet(people: readonly string[] = NAMES) {
  const part = await showPart(<AllowanceSheetPage />, {
    permissions: ['npn_view_allowance', 'npn_admin_allowance'],
  });
  const { network, user } = part;
  const listSentBodies = (path: string) =>
    network.calls.filter((call) => call.path === path).map(({ body }) => body as Sent);
  // Simulated server: an entry without fees is deleted.
  const stored = new Map([[STORED.id, STORED]]);
  const listDaysOf = (id: number) => [...stored.values()].filter(({ staff_id }) => staff_id === id);
  network.respond(LIST, () => {
    const results = people.map((name, index) => createAllowanceRow(index + 1, name, listDaysOf(index + 1)));
    return Response.json({
      results,
      total_items: people.length,
      total_pages: 1,
      month: createAllowanceMonth(2026, 11),
      totals: {},
    });
  });
  network.respond(ADD, () => {
    const results = listSentBodies(ADD)
      .at(-1)!
      .entries.map((entry) =>
        createDailyEntry({
          ...entry,
          id: stored.size + 100 + entry.staff_id! * 40 + Number(entry.date!.slice(8)),
        }),
      );
    for (const entry of results) stored.set(entry.id, entry);
    return Response.json({ results });
  });
  network.respond(UPDATE, () => {
    const after = listSentBodies(UPDATE)
      .at(-1)!
      .entries.map((entry) =>
        createDailyEntry({
          ...stored.get(entry.id!),
          ...entry,
          version: entry.version! + 1,
        }),
      );
    const [deleted, results] = [after.filter(isEmptyDay), after.filter((entry) => !isEmptyDay(entry))];
    for (const entry of results) stored.set(entry.id, entry);
    for (const { id } of deleted) stored.delete(id);
    return Response.json({ results, removed: deleted.map(({ id }) => id) });
  });
  for (const path of ['/api/staff/choices', '/api/team/list', '/api/settings/system-lock/list', '/api/user/list'])
    network.respond(path, () => Response.json({ results: [], groups: [], workplaces: [] }));
  const grid = await screen.findByRole('grid');
  const findCell = (person: number, day: number) =>
    within(within(grid).getAllByRole('row')[person]!).getAllByRole('gridcell')[day - 1]!;
  const readCells = (person: number, ...days: number[]) =>
    days.map((day) => findCell(person, day).textContent).join('|');
  const pressCell = async (person: number, day: number) =>
    user.pointer({ keys: '[MouseLeft]', target: findCell(person, day) });
  const paste = (text: string) => {
    const event = new Event('paste', { bubbles: true, cancelable: true });
    Object.assign(event, {
      clipboardData: { getData: () => text, setData: () => undefined },
    });
    act(() => void grid.dispatchEvent(event));
  };
  return { ...part, grid, findCell, readCells, pressCell, paste, listSentBodies, stored };
}

describe('allowance sheet', () => {
  it('the sheet draws the visible rows and the edited row at any scroll position', async () => {
    const { user, pressCell, grid } = await showSheet(Array.from({ length: 300 }, (_, index) => `Person ${index + 1}`));
    const scrollTo = (top: number) =>
      act(() => {
        grid.scrollTop = top;
        grid.dispatchEvent(new Event('scroll'));
      });
    const listNames = () =>
      within(grid)
        .getAllByRole('rowheader')
        .map(({ textContent }) => textContent);
    const findActiveCell = () => document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
    await pressCell(1, 4);
    await user.keyboard('{F2}7');
    const editor = within(grid).getByRole('textbox');
    scrollTo(28 * 200);
    expect(listNames()).toContain('Person 201');
    expect(listNames().length).toBeLessThan(60);
    expect(findActiveCell()).not.toBeNull();
    expect(within(grid).getByRole('textbox')).toBe(editor);
    expect(editor).toHaveProperty('value', '7');
    await user.keyboard('{Escape}');
    scrollTo(0);
    expect(listNames()).toContain('Person 1');
    expect(findActiveCell()).not.toBeNull();
  });

  it('the keyboard types, moves, selects, fills and clears cells', async () => {
    const { user, pressCell, readCells, listSentBodies } = await showSheet();
    await pressCell(1, 4);
    await user.keyboard('1{Shift>}{ArrowRight}{ArrowRight}{/Shift}{Control>}r{/Control}');
    expect(readCells(1, 3, 4, 5, 6, 7)).toBe('2|1|1|1|');
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}{Control>}d{/Control}');
    expect(readCells(2, 4, 5, 6)).toBe('1|1|1');
    await pressCell(2, 5);
    await user.keyboard('{Delete}');
    expect(readCells(2, 4, 5, 6)).toBe('1||1');
    // The person's total is calculated while the user types: 2 + 1 + 1 + 1 meals.
    expect(readCells(1, 31)).toBe('5');
    await screen.findByText('All cells saved');
    expect(
      listSentBodies(ADD).flatMap(({ entries }) => entries.map(({ staff_id, date }) => `${staff_id} ${date}`)),
    ).toEqual(expect.arrayContaining(['1 2026-11-04', '1 2026-11-06', '2 2026-11-06']));
  });

  it('an arrow key saves typed text, and a refused value is still reported', async () => {
    const { user, pressCell, readCells } = await showSheet();
    await user.click(screen.getByText('Parking', { exact: true }));
    await pressCell(1, 4);
    await user.keyboard('ab{ArrowRight}ac{Enter}');
    expect(readCells(1, 4, 5)).toBe('AB|ac');
    expect(await screen.findByText(/^1 value was not accepted: “ac” \(/)).toBeTruthy();
    // In a cell opened with F2, arrows move inside the text.
    await pressCell(1, 4);
    await user.keyboard('{F2}{ArrowLeft}{ArrowLeft}c{Enter}');
    expect(readCells(1, 4)).toBe('ABC');
  });

  it('an invalid text is reported until its cell is corrected, cleared or reset', async () => {
    const { user, pressCell, readCells, findCell } = await showSheet();
    const findRestSaved = (n: string) => screen.findByText(new RegExp(`^${n} not accepted, the other cells are saved`));
    await pressCell(1, 4);
    await user.keyboard('4{Enter}x{ArrowRight}1');
    expect([readCells(1, 4), readCells(2, 4, 5)]).toEqual(['4', 'x|1']);
    const message = await screen.findByText(
      /^2 values were not accepted: “4” \(An, 04 Nov 2026\); “x” \(Bình, 04 Nov 2026\)/,
    );
    expect(message.textContent).toContain('Meals: 1, 2 or 3');
    await findRestSaved('2 values were');
    const readInvalidMarks = () => [findCell(1, 4), findCell(2, 4)].map((cell) => cell.getAttribute('aria-invalid'));
    expect(readInvalidMarks()).toEqual(['true', 'true']);
    await pressCell(1, 4);
    await user.keyboard('2');
    await findRestSaved('1 value was');
    expect([readCells(1, 4), readInvalidMarks()]).toEqual(['2', [null, 'true']]);
    await pressCell(2, 4);
    await user.keyboard('{Delete}');
    await screen.findByText('All cells saved');
    await user.keyboard('9{ArrowDown}');
    await findRestSaved('1 value was');
    await user.keyboard('{Escape}');
    await screen.findByText('All cells saved');
    expect(readInvalidMarks()).toEqual([null, null]);
  });

  it('a paste fills cells, reports refused values, and can be undone and redone', async () => {
    const { user, pressCell, paste, readCells, findCell } = await showSheet();
    await pressCell(2, 1);
    paste('1\t2\tx\n3\t\t1\n');
    expect([readCells(2, 1, 2, 3), readCells(3, 1, 2, 3)]).toEqual(['1|2|x', '3||1']);
    await screen.findByText(/1 value was not accepted: “x” \(/);
    // The message does not report that everything is saved. The cell of the refused value stays marked.
    await screen.findByText('1 value was not accepted, the other cells are saved');
    expect([1, 2, 3].map((day) => findCell(2, day).getAttribute('aria-invalid'))).toEqual([null, null, 'true']);
    expect(screen.queryByText('All cells saved')).toBeNull();
    await user.keyboard('{Control>}z{/Control}');
    expect([readCells(2, 1, 2, 3), readCells(3, 1, 2, 3)]).toEqual(['||', '||']);
    await user.keyboard('{Control>}y{/Control}');
    expect([readCells(2, 1, 2, 3), readCells(3, 1, 2, 3)]).toEqual(['1|2|x', '3||1']);
    await user.keyboard('{Control>}zz{/Control}{Control>}{Shift>}z{/Shift}{/Control}');
    expect([readCells(2, 1, 2, 3), readCells(3, 1, 2, 3)]).toEqual(['1|2|x', '3||1']);
  });

  it('waiting and refused values are marked, and a refused value can be retried', async () => {
    const { user, network, pressCell, findCell, readCells, listSentBodies } = await showSheet();
    const respond = network.hold(ADD);
    await pressCell(2, 2);
    await user.keyboard('3');
    await screen.findByText('Saving 1 cell…');
    expect(findCell(2, 2).dataset['state']).toBe('waiting');
    await waitFor(() => expect(findCell(2, 2).dataset['state']).toBe('saving'));
    respond(createProblemResponse(423, 'locked', { detail: '2026-11 · Mai' }));
    await screen.findByText('1 cell was not accepted');
    expect(findCell(2, 2).dataset['state']).toBe('refused');
    expect(findCell(2, 2).getAttribute('aria-invalid')).toBe('true');
    // The value is shown in its cell but excluded from the sums of the person and of all.
    expect(readCells(2, 2, 31)).toBe('3|0');
    expect(findCell(4, 31).textContent).toBe('2');
    network.respond(ADD, () =>
      Response.json({
        results: [createDailyEntry({ id: 50, staff_id: 2, date: '2026-11-02', meal_fee: 3 })],
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('All cells saved');
    expect(findCell(2, 2).dataset['state']).toBeUndefined();
    expect(listSentBodies(ADD)).toHaveLength(2);
    expect(readCells(2, 2, 31)).toBe('3|3');
  });

  it('the user can discard refused values', async () => {
    const { user, network, pressCell, readCells, listSentBodies } = await showSheet();
    network.respond(ADD, () => createProblemResponse(423, 'locked', { detail: '2026-11 · Mai' }));
    await pressCell(2, 2);
    await user.keyboard('3');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await screen.findByText('All cells saved');
    expect(readCells(2, 2, 31)).toBe('|0');
    expect(listSentBodies(ADD)).toHaveLength(1);
  });

  it('a conflicting value is overwritten only when the user selects Use mine', async () => {
    const { user, network, pressCell, findCell, listSentBodies, stored } = await showSheet();
    const theirEntry = { ...STORED, meal_fee: 3 as const, version: 8 };
    network.respond(
      UPDATE,
      () => {
        stored.set(theirEntry.id, theirEntry);
        return createProblemResponse(409, 'stale', {
          errors: [{ field: 'entries.0.version', code: 'stale', message: '' }],
          current: [theirEntry],
        });
      },
      () =>
        Response.json({
          results: [{ ...theirEntry, meal_fee: 1, version: 9 }],
          removed: [],
        }),
    );
    await pressCell(1, 3);
    await user.keyboard('1');
    await screen.findByText(/, 03 Nov 2026: someone else changed this cell first\. Theirs: 3\. Yours: 1\./);
    expect(findCell(1, 3).dataset['state']).toBe('theirs');
    expect(listSentBodies(UPDATE)).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Use mine' }));
    await screen.findByText('All cells saved');
    expect(listSentBodies(UPDATE)[1]!.entries).toMatchObject([{ id: 9, version: 8, meal_fee: 1 }]);
  });
});
