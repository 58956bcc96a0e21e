// @vitest-environment happy-dom
import { allOf, anyOf, signedIn, type Access } from '@darkroom/domain/permission/access';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api/api.ts';
import { showPart } from '../../testing/part.tsx';
import type { TableColumn, RowKey } from './data-table-row.tsx';
import type { DataTableProps } from './data-table-props.ts';
import { DataTable } from './data-table.tsx';

interface Job {
  id: number;
  name: string;
  count: number;
}

const JOBS: readonly Job[] = ['Harbour', 'Villa', 'Chapel', 'Garden'].map((name, index) => ({
  id: index + 1,
  name,
  count: 10 * (index + 1),
}));
const COLUMNS: readonly TableColumn<Job>[] = [
  { key: 'name', title: 'Job', sort: 'name', render: (job) => job.name },
  { key: 'count', title: 'Quantity', sort: 'count', render: (job) => job.count },
  { key: 'note', title: 'Note', render: () => '' },
];

type JobsProps = Partial<DataTableProps<Job>>;

/** A list of jobs, with the selection in the screen. */
function Jobs(props: JobsProps) {
  const [keys, onChange] = useState<ReadonlySet<RowKey>>(new Set());
  return (
    <DataTable<Job>
      name="Jobs"
      columns={COLUMNS}
      rows={JOBS}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      empty={{ title: 'No jobs yet', hint: 'They come with an order.' }}
      page={1}
      pageSize={50}
      total={JOBS.length}
      onChange={() => undefined}
      selection={{ keys, onChange }}
      {...props}
    />
  );
}

const createRefusal = (access: Access) =>
  new ApiError(403, { type: 'about:blank', title: '', status: 403, code: 'forbidden' }, access);
const findRow = (name: string) => screen.getByText(name).closest('tr')!;
const findBox = (name: string) => screen.getByLabelText<HTMLInputElement>(`Select ${name}`);
const listSelected = () => JOBS.map(({ name }) => name).filter((name) => findBox(name).checked);
const findScroller = () => screen.getByRole('table', { name: 'Jobs' }).parentElement!;

describe('the keyboard in the table', () => {
  it('J and K move down and up and stop at the ends', async () => {
    const { user } = await showPart(<Jobs />);
    await user.keyboard('j');
    expect(document.activeElement).toBe(findRow('Harbour'));
    await user.keyboard('jj');
    expect(document.activeElement).toBe(findRow('Chapel'));
    await user.keyboard('k');
    expect(document.activeElement).toBe(findRow('Villa'));
    await user.keyboard('kkk');
    expect(document.activeElement).toBe(findRow('Harbour'));
    await user.keyboard('jjjjjj');
    expect(document.activeElement).toBe(findRow('Garden'));
  });

  it('arrows move when a row has the focus', async () => {
    const { user } = await showPart(<Jobs />);
    findRow('Harbour').focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(document.activeElement).toBe(findRow('Villa'));
  });

  it('Tab has one stop, on the last focused row', async () => {
    const { user } = await showPart(<Jobs />);
    await user.keyboard('jj');
    const stops = screen.getAllByRole('row').filter((row) => row.tabIndex === 0);
    expect(stops).toEqual([findRow('Villa')]);
  });

  it('X selects the row and clears it', async () => {
    const { user } = await showPart(<Jobs />);
    await user.keyboard('jjx');
    expect(listSelected()).toEqual(['Villa']);
    expect(findRow('Villa').dataset.selected).toBe('true');
    await user.keyboard('x');
    expect(listSelected()).toEqual([]);
  });

  it('Shift+X selects all rows from the last selected one, in both directions', async () => {
    const { user } = await showPart(<Jobs />);
    await user.keyboard('jjx');
    await user.keyboard('jj{Shift>}x{/Shift}');
    expect(listSelected()).toEqual(['Villa', 'Chapel', 'Garden']);
    await user.keyboard('kkk{Shift>}x{/Shift}');
    expect(listSelected()).toEqual(['Harbour', 'Villa', 'Chapel', 'Garden']);
  });

  it('Enter opens the row, but not from a control inside it', async () => {
    const onOpen = vi.fn<(job: Job) => void>();
    const { user } = await showPart(<Jobs onOpen={onOpen} />);
    await user.keyboard('jj{Enter}');
    expect(onOpen.mock.calls).toEqual([[JOBS[1]]]);
    findBox('Chapel').focus();
    await user.keyboard('{Enter}');
    expect(onOpen).toHaveBeenCalledTimes(1);
  });

  it('X selects nothing when rows cannot be selected', async () => {
    const { user } = await showPart(<Jobs selection={undefined} />);
    await user.keyboard('jx');
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(document.activeElement).toBe(findRow('Harbour'));
  });
});

describe('the mouse in the table', () => {
  it('a click opens a row, but not a click on its checkbox', async () => {
    const onOpen = vi.fn<(job: Job) => void>();
    const { user } = await showPart(<Jobs onOpen={onOpen} />);
    await user.click(findBox('Villa'));
    expect(onOpen).not.toHaveBeenCalled();
    await user.click(screen.getByRole('cell', { name: 'Chapel' }));
    expect(onOpen.mock.calls).toEqual([[JOBS[2]]]);
  });

  it("the head's checkbox selects the page and is mixed for some rows", async () => {
    const { user } = await showPart(<Jobs />);
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' });
    await user.click(findBox('Villa'));
    expect([all.checked, all.indeterminate]).toEqual([false, true]);
    await user.click(all);
    expect(listSelected()).toHaveLength(4);
    expect([all.checked, all.indeterminate]).toEqual([true, false]);
    await user.click(all);
    expect(listSelected()).toEqual([]);
  });
});

describe('table states', () => {
  it('grey bars are shown until the first response, hidden from screen readers', async () => {
    const { update } = await showPart(<Jobs rows={undefined} total={undefined} />);
    expect(findScroller().getAttribute('aria-busy')).toBe('true');
    expect(screen.getAllByRole('row')).toHaveLength(1);
    expect(screen.getAllByRole('row', { hidden: true })).toHaveLength(13);
    expect(screen.getByRole<HTMLInputElement>('checkbox').disabled).toBe(true);
    expect(screen.queryByText('No jobs yet')).toBeNull();
    update(<Jobs />);
    expect(findScroller().getAttribute('aria-busy')).toBe('false');
    expect(screen.getAllByRole('row', { hidden: true })).toHaveLength(5);
  });

  it('an empty table shows its future content', async () => {
    await showPart(<Jobs rows={[]} total={0} />);
    expect(screen.getByText('No jobs yet')).toBeTruthy();
    expect(screen.getByText('They come with an order.')).toBeTruthy();
    expect(screen.queryByText('Nothing matches')).toBeNull();
  });

  it('a table without matches reports it and offers to clear the filters', async () => {
    const onClearFilters = vi.fn<() => void>();
    const { user } = await showPart(<Jobs rows={[]} total={0} filtered onClearFilters={onClearFilters} />);
    expect(screen.getByText('Nothing matches')).toBeTruthy();
    expect(screen.queryByText('No jobs yet')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(onClearFilters).toHaveBeenCalledTimes(1);
  });

  it('a failed table shows why it could not load, and retries', async () => {
    const onRetry = vi.fn<() => void>();
    const error = new ApiError(500, { type: 'about:blank', title: '', status: 500, code: 'internal' });
    const { user } = await showPart(<Jobs rows={undefined} total={undefined} error={error} onRetry={onRetry} />);
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('Could not load');
    expect(alert.textContent).toContain('Something went wrong');
    // A server that responds with 500 is reachable, so the connection is not the cause.
    expect(alert.textContent).toContain('Server error. Nothing was changed.');
    expect(findScroller().getAttribute('aria-busy')).toBe('false');
    expect(screen.getAllByRole('row', { hidden: true })).toHaveLength(1);
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  it('an unreachable server causes a note that rows load automatically', async () => {
    const error = new ApiError(0, { type: 'about:blank', title: '', status: 0, code: 'internal' });
    await showPart(<Jobs rows={undefined} total={undefined} error={error} onRetry={() => undefined} />);
    const alertText = screen.getByRole('alert').textContent;
    expect(alertText).toContain('Could not reach the server. This loads automatically when the connection is back.');
    expect(alertText).not.toMatch(/typed|Nothing was changed/);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('a rejection does not blame the connection', async () => {
    await showPart(
      <Jobs rows={undefined} total={undefined} error={createRefusal(signedIn)} onRetry={() => undefined} />,
    );
    expect(screen.getByRole('alert').textContent).toContain(
      'You do not have permission to do this. Ask your leader, or your contact at Darkroom, if you need access.',
    );
    expect(screen.queryByText(/connection/)).toBeNull();
  });

  it('a rejection names the missing permission without offering Retry', async () => {
    const error = createRefusal(anyOf('npn_view_job'));
    await showPart(<Jobs rows={undefined} total={undefined} error={error} onRetry={() => undefined} />, {
      permissions: ['npn_add_job'],
    });
    expect(await screen.findByText('The permission “View jobs and their details” is missing.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('a rejection names the missing ones of several required permissions', async () => {
    const error = createRefusal(allOf('npn_add_job', 'npn_view_job'));
    await showPart(<Jobs rows={undefined} total={undefined} error={error} />, { permissions: ['npn_add_job'] });
    expect(await screen.findByText('The permission “View jobs and their details” is missing.')).toBeTruthy();
  });

  it('a failed refresh keeps the rows and warns that they are old', async () => {
    const onRetry = vi.fn<() => void>();
    const { user } = await showPart(<Jobs error={new Error('gone')} onRetry={onRetry} />);
    expect(findRow('Harbour')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('Could not refresh. The data shown may be out of date.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  it('the old rows stay while the next page loads', async () => {
    const { update } = await showPart(<Jobs />);
    expect(findScroller().getAttribute('aria-busy')).toBe('false');
    update(<Jobs busy page={2} />);
    expect(findScroller().getAttribute('aria-busy')).toBe('true');
    expect(findRow('Harbour')).toBeTruthy();
  });

  it('the foot shows the visible rows and the total', async () => {
    await showPart(<Jobs page={2} pageSize={4} total={11} />);
    for (const name of ['Previous page', 'Next page']) await screen.findByRole('button', { name });
    expect(screen.getByText('5–8 of 11')).toBeTruthy();
  });

  it('page sizes are formatted like all numbers', async () => {
    const { user } = await showPart(<Jobs pageSize={1000} longPages={[1000, 2000]} total={11_000} />);
    expect(await screen.findByText('1,000 / page')).toBeTruthy();
    await user.click(screen.getByRole('combobox', { name: 'Page Size' }));
    expect(await screen.findByText('2,000 / page')).toBeTruthy();
  });

  it('the foot shows that the list has more rows than the counting limit', async () => {
    await showPart(<Jobs page={2} pageSize={4} total={10_000} totalIsLeast />);
    expect(screen.getByText('5–8 of more than 10,000')).toBeTruthy();
  });
});

describe('pages that do not exist', () => {
  it('a missing page becomes the last page when the total is known', async () => {
    const onChange = vi.fn();
    const missingPage = { rows: [], total: 12, page: 99, pageSize: 5, onChange };
    const { update } = await showPart(<Jobs {...missingPage} busy />);
    expect(onChange).not.toHaveBeenCalled();
    update(<Jobs {...missingPage} busy={false} />);
    await vi.waitFor(() => expect(onChange).toHaveBeenCalledWith({ page: 3 }));
    expect(onChange).toHaveBeenCalledTimes(1);
  });
});

describe('changed rows in the table', () => {
  const NEWS = [{ id: 9, name: 'Tower', count: 1 }, ...JOBS.map((job) => ({ ...job, count: job.count + 1 }))];

  it('the selection stays when rows are added and changed', async () => {
    const { user, update } = await showPart(<Jobs />);
    await user.click(findBox('Villa'));
    update(<Jobs rows={NEWS} total={5} />);
    expect(findRow('Villa').textContent).toContain('21');
    expect(listSelected()).toEqual(['Villa']);
    expect(findBox('Tower').checked).toBe(false);
  });

  it('the focus stays on its row when the row moves', async () => {
    const { user, update } = await showPart(<Jobs />);
    await user.keyboard('jj');
    const villa = findRow('Villa');
    update(<Jobs rows={NEWS} total={5} />);
    expect(document.activeElement).toBe(villa);
    expect(findRow('Villa')).toBe(villa);
    await user.keyboard('k');
    expect(document.activeElement).toBe(findRow('Harbour'));
  });

  it('the Tab stop moves to the first row when its row is removed', async () => {
    const { user, update } = await showPart(<Jobs />);
    await user.keyboard('jj');
    update(<Jobs rows={JOBS.filter(({ name }) => name !== 'Villa')} total={3} />);
    expect(screen.getAllByRole('row').filter((row) => row.tabIndex === 0)).toEqual([findRow('Harbour')]);
  });
});

describe('the head of the table', () => {
  const order = () => screen.getAllByRole('columnheader').map((head) => head.getAttribute('aria-sort'));

  it('the head shows the sorted column and its direction', async () => {
    const { update } = await showPart(<Jobs selection={undefined} />);
    expect(order()).toEqual(['none', 'none', null]);
    update(<Jobs selection={undefined} sort="count" />);
    expect(order()).toEqual(['none', 'ascending', null]);
    update(<Jobs selection={undefined} sort="-count" />);
    expect(order()).toEqual(['none', 'descending', null]);
  });

  it('the head sorts descending, then ascending, from the first page', async () => {
    const onChange = vi.fn<DataTableProps<Job>['onChange']>();
    const { user, update } = await showPart(<Jobs page={3} onChange={onChange} />);
    await user.click(screen.getByRole('button', { name: 'Quantity' }));
    expect(onChange).toHaveBeenLastCalledWith({ sort: '-count', page: 1 });
    update(<Jobs page={3} sort="-count" onChange={onChange} />);
    await user.click(screen.getByRole('button', { name: 'Quantity' }));
    expect(onChange).toHaveBeenLastCalledWith({ sort: 'count', page: 1 });
    update(<Jobs sort="count" ownOrder="Newest first" onChange={onChange} />);
    await user.click(screen.getByRole('button', { name: 'Quantity' }));
    expect(onChange).toHaveBeenLastCalledWith({ sort: undefined, page: 1 });
  });
});
