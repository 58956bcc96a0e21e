import { groupEndpoints, type GroupRow } from '@darkroom/contract/user/group';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { updateCachedRows, patchCachedRow, replaceRows } from './cached-list.ts';
import { keyOf } from './query.ts';

const createGroup = (id: number, group_name: string) => ({ id, group_name, version: 1 }) as GroupRow;
const key = keyOf(groupEndpoints.list, {});

function createClient(...results: GroupRow[]): QueryClient {
  const client = new QueryClient();
  client.setQueryData(key, { results });
  return client;
}

it('a changed row is replaced in visible lists, and other rows stay the same', () => {
  const [editors, checkers] = [createGroup(1, 'Editors'), createGroup(2, 'Checkers')];
  const client = createClient(editors, checkers);
  patchCachedRow(client, groupEndpoints.list, 'id', { id: 2, group_name: 'QC' });
  const { results } = client.getQueryData<{ results: GroupRow[] }>(key)!;
  expect(results[0]).toBe(editors);
  expect(results[1]).toEqual({ ...checkers, group_name: 'QC' });
});

it('a list stays the same object when its rows have not changed', () => {
  const client = createClient(createGroup(1, 'Editors'));
  const before = client.getQueryData(key);
  patchCachedRow(client, groupEndpoints.list, 'id', { id: 9, group_name: 'Elsewhere' });
  updateCachedRows(client, groupEndpoints.list, (row) => row);
  expect(client.getQueryData(key)).toBe(before);
});

it('the total follows rows that enter or leave a list', () => {
  const page = { results: [createGroup(1, 'Editors'), createGroup(2, 'Checkers')], total_items: 70 };
  expect(replaceRows(page, page.results.slice(1)).total_items).toBe(69);
  expect(replaceRows(page, [...page.results, createGroup(3, 'New')]).total_items).toBe(71);
});
