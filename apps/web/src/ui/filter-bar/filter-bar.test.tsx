// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { DataTable } from '../data-table/data-table.tsx';
import { DayRange } from './filter-bar-days.tsx';
import { FilterBar, type Filter } from './filter-bar.tsx';

interface Set {
  text: string;
  status: string | null;
  urgent: boolean;
}

const NOTHING: Set = { text: '', status: null, urgent: false };

interface JobsProps {
  start?: Partial<Set>;
  onSearch?: (set: Set) => void;
}

/** A list with its filters, as on a screen. */
function Jobs({ start, onSearch }: JobsProps) {
  const [set, keep] = useState<Set>({ ...NOTHING, ...start });
  const change = (patch: Partial<Set>) => {
    const next = { ...set, ...patch };
    keep(next);
    onSearch?.(next);
  };
  const filters: Filter[] = [
    {
      key: 'status',
      label: 'Status',
      inRow: true,
      control: <button onClick={() => change({ status: 'Done' })}>Choose done</button>,
      chip: set.status,
      onRemove: () => change({ status: null }),
    },
    {
      key: 'urgent',
      label: 'Urgent',
      control: <input type="checkbox" checked={set.urgent} onChange={() => change({ urgent: !set.urgent })} />,
      chip: set.urgent ? 'yes' : null,
      onRemove: () => change({ urgent: false }),
    },
  ];
  return (
    <>
      <FilterBar
        search={{ value: set.text, onChange: (text) => change({ text }), placeholder: 'Search jobs' }}
        filters={filters}
        onClear={() => change(NOTHING)}
      />
      <DataTable
        name="Jobs"
        columns={[{ key: 'name', title: 'Job', render: (row: { id: number }) => `Job ${row.id}` }]}
        rows={[{ id: 1 }, { id: 2 }]}
        rowKey={({ id }) => id}
        rowName={({ id }) => `Job ${id}`}
        empty={{ title: 'No jobs yet' }}
        page={1}
        pageSize={50}
        total={2}
        onChange={() => undefined}
      />
    </>
  );
}

const search = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search jobs' });
const listChips = () =>
  screen.queryAllByRole('button', { name: /^Remove filter/ }).map((remove) => remove.closest('li')?.textContent);
const findButton = (name: string) => screen.getByRole('button', { name });

describe('set filters', () => {
  it('a new list has no chips and nothing to clear', async () => {
    await showPart(<Jobs />);
    expect(listChips()).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Clear all' })).toBeNull();
  });

  it('set filters are chips under the row, including the search', async () => {
    const { user } = await showPart(<Jobs start={{ text: 'villa', urgent: true }} />);
    await user.click(findButton('Choose done'));
    expect(listChips()).toEqual(['Status: Done', 'Urgent: yes', 'Search: “villa”']);
  });

  it('set filters are removed chip by chip', async () => {
    const { user } = await showPart(<Jobs start={{ text: 'villa', status: 'Done', urgent: true }} />);
    await user.click(findButton('Remove filter Status'));
    expect(listChips()).toEqual(['Urgent: yes', 'Search: “villa”']);
    await user.click(findButton('Remove filter Search'));
    expect(listChips()).toEqual(['Urgent: yes']);
    expect(search().value).toBe('');
  });

  it('one press clears all filters, including the search text', async () => {
    const { user } = await showPart(<Jobs start={{ text: 'villa', status: 'Done', urgent: true }} />);
    await user.click(findButton('Clear all'));
    expect(listChips()).toEqual([]);
    expect(search().value).toBe('');
  });
});

describe('filters without space in the row', () => {
  it('the filters open under the row and close again', async () => {
    const { user } = await showPart(<Jobs />);
    expect(screen.queryByRole('checkbox', { name: 'Urgent' })).toBeNull();
    await user.click(findButton('Filters'));
    expect(findButton('Fewer filters').getAttribute('aria-expanded')).toBe('true');
    await user.click(screen.getByRole('checkbox', { name: 'Urgent' }));
    expect(listChips()).toEqual(['Urgent: yes']);
    await user.click(findButton('Fewer filters'));
    expect(screen.queryByRole('checkbox', { name: 'Urgent' })).toBeNull();
  });

  it('a phone has one button for all filters, with their number', async () => {
    const { user } = await showPart(<Jobs start={{ status: 'Done', urgent: true }} />, { width: 360 });
    expect(screen.queryByText('Choose done')).toBeNull();
    await user.click(findButton('Filters (2)'));
    expect(screen.getByText('Choose done')).toBeTruthy();
  });
});

describe('the search field', () => {
  afterEach(() => vi.useRealTimers());

  const pass = (ms: number) =>
    act(() => {
      vi.advanceTimersByTime(ms);
    });
  const write = (value: string) => fireEvent.change(search(), { target: { value } });

  it('the key / focuses the search without typing a slash', async () => {
    const { user } = await showPart(<Jobs />);
    await user.keyboard('/');
    expect(document.activeElement).toBe(search());
    expect(search().value).toBe('');
  });

  it('the search sends one trimmed query after a pause in typing', async () => {
    const onSearch = vi.fn<(set: Set) => void>();
    await showPart(<Jobs onSearch={onSearch} />);
    vi.useFakeTimers();
    write(' vil');
    pass(299);
    write(' villa ');
    pass(299);
    expect(onSearch).not.toHaveBeenCalled();
    pass(1);
    expect(onSearch.mock.calls.map(([{ text }]) => text)).toEqual(['villa']);
  });

  it('Enter sends the query immediately, and the pause does not repeat it', async () => {
    const onSearch = vi.fn<(set: Set) => void>();
    await showPart(<Jobs onSearch={onSearch} />);
    vi.useFakeTimers();
    write('villa');
    fireEvent.keyDown(search(), { key: 'Enter' });
    pass(0);
    expect(onSearch.mock.calls.map(([{ text }]) => text)).toEqual(['villa']);
    pass(1000);
    expect(onSearch).toHaveBeenCalledTimes(1);
  });

  it('arrow down moves to the results, and so does Escape when empty', async () => {
    const { user } = await showPart(<Jobs />);
    const findFirstRow = () => within(screen.getByRole('table')).getByText('Job 1').closest('tr');
    await user.click(search());
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(findFirstRow());
    await user.keyboard('/{Escape}');
    expect(document.activeElement).toBe(findFirstRow());
  });

  it('J is typed in the search and moves no row', async () => {
    const { user } = await showPart(<Jobs />);
    await user.type(search(), 'jx');
    expect(search().value).toBe('jx');
    expect(document.activeElement).toBe(search());
  });
});

describe('named ranges of days', () => {
  // A Wednesday evening in Bangkok, when it is still noon in London.
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T12:00:00Z') }));
  afterEach(() => vi.useRealTimers());

  const NAMES = ['Today', 'Yesterday', 'This week', 'Last week', 'This month', 'Last month'];

  it('the bar offers the six ranges of the bureau, from its current day', async () => {
    const onChange = vi.fn<(from?: string, to?: string) => void>();
    const { user } = await showPart(<DayRange from={undefined} to={undefined} onChange={onChange} />, {
      width: 360,
    });
    for (const name of NAMES) await user.click(findButton(name));
    expect(onChange.mock.calls).toEqual([
      ['2026-11-18', '2026-11-18'],
      ['2026-11-17', '2026-11-17'],
      ['2026-11-16', '2026-11-22'],
      ['2026-11-09', '2026-11-15'],
      ['2026-11-01', '2026-11-30'],
      ['2026-10-01', '2026-10-31'],
    ]);
  });

  it('a phone shows which range is set', async () => {
    await showPart(<DayRange from="2026-11-16" to="2026-11-22" onChange={() => undefined} />, { width: 360 });
    expect(NAMES.filter((name) => findButton(name).getAttribute('aria-pressed') === 'true')).toEqual(['This week']);
  });

  it('a phone hides the ranges when another control offers them', async () => {
    await showPart(<DayRange hasPresets={false} from="2026-11-16" to="2026-11-22" onChange={() => undefined} />, {
      width: 360,
    });
    expect(await screen.findByLabelText('From')).toBeTruthy();
    expect(NAMES.filter((name) => screen.queryByRole('button', { name }))).toEqual([]);
  });

  it('a desktop shows the ranges next to the calendar', async () => {
    const onChange = vi.fn<(from?: string, to?: string) => void>();
    const { user } = await showPart(<DayRange from={undefined} to={undefined} onChange={onChange} />);
    await user.click(screen.getByPlaceholderText('From'));
    await user.click(await screen.findByText('Last month'));
    expect(onChange.mock.calls).toEqual([['2026-10-01', '2026-10-31']]);
  });
});
