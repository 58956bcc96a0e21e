// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { showPart } from '../../testing/part.tsx';
import { useScreenSearch } from '../use-screen-search.ts';
import { useListSelection } from './use-list-selection.ts';

const SEARCH = z.object({ text: z.string().optional(), page: z.coerce.number().optional() });
const NONE: ReadonlySet<number> = new Set();

/** A list of three rows. Page and text are URL parameters. */
function List() {
  const [search, setSearch] = useScreenSearch(SEARCH);
  const [selection, setChosen] = useListSelection(NONE, search.text ?? '');
  return (
    <>
      <button onClick={() => setChosen(() => new Set([1, 2]))}>Choose two</button>
      <button onClick={() => setSearch({ text: 'a' })}>Search a</button>
      <button onClick={() => setSearch({ text: 'ab' })}>Search ab</button>
      <button onClick={() => setSearch({ page: 2 })}>Page 2</button>
      <p>Chosen: {[...selection].join(', ')}</p>
      <p>Shown: {JSON.stringify(search)}</p>
    </>
  );
}

async function show() {
  const { user, tab } = await showPart(<List />);
  const press = async (...names: string[]) => {
    for (const name of names) await user.click(await screen.findByRole('button', { name }));
  };
  return { press, tab };
}

const getMessages = () => screen.queryAllByText(/^Selection cleared/).map(({ textContent }) => textContent);
const getSelectedText = () => screen.getByText(/^Chosen:/).textContent;
const getSearchText = () => screen.getByText(/^Shown:/).textContent;

describe('selected rows of a list', () => {
  it('the selection is cleared under another filter, with one message', async () => {
    const { press } = await show();
    await press('Choose two', 'Search a');
    expect(getSelectedText()).toBe('Chosen: ');
    await screen.findByText('Selection cleared (2): the list has changed');
    await press('Search ab');
    expect(getMessages()).toHaveLength(1);
  });

  it('Undo restores the selection with the previous filter', async () => {
    const { press } = await show();
    await press('Page 2', 'Choose two', 'Search a', 'Search ab', 'Undo');
    await act(async () => undefined);
    expect(getSearchText()).toBe('Shown: {"page":2}');
    expect(getSelectedText()).toBe('Chosen: 1, 2');
  });

  it('Undo stays in the same history entry, so that Back skips the other filter', async () => {
    const { press, tab } = await show();
    await press('Choose two', 'Search a', 'Undo');
    await act(async () => undefined);
    act(() => tab.back());
    expect(getSearchText()).not.toContain('"text":"a"');
  });

  it('the selection stays on another page, and an empty one causes no message', async () => {
    const { press } = await show();
    await press('Choose two', 'Page 2');
    expect(getSelectedText()).toBe('Chosen: 1, 2');
    expect(getMessages()).toEqual([]);
  });

  it('the previous filter alone does not restore the selection', async () => {
    const { press } = await show();
    await press('Search a', 'Choose two', 'Search ab', 'Search a');
    expect(getSelectedText()).toBe('Chosen: ');
  });
});
