import type { GroupRow } from '@darkroom/contract/user/group';
import { describe, expect, it } from 'vitest';
import { initialsOf, filterGroups } from './group-rows.ts';
import { parseSearch } from '../../../lib/use-screen-search.ts';
import { groupList } from './group-search.ts';

const createGroup = (id: number, group_name: string, people: string[], permissions: string[]): GroupRow => ({
  id,
  group_name,
  version: 1,
  permissions,
  members: people.map((full_name, n) => ({ id: id * 10 + n, username: `u${n}`, full_name, active: true })),
});
const groups = [
  createGroup(1, 'Leader PTE', ['Đặng Thu Hương'], ['npn_assign_task', 'npn_view_job']),
  createGroup(2, 'Editor PTE', ['Nguyễn Tuấn Anh', 'Trần Ngọc Bích'], ['npn_editor_pte']),
  createGroup(3, 'Đội đêm', [], ['npn_view_job']),
];
const listNames = (search: Record<string, unknown>) =>
  filterGroups(groups, parseSearch(groupList.schema, search)).map((group) => group.group_name);

describe('group list', () => {
  it('groups are sorted by name in Vietnamese letter order', () => {
    expect(listNames({})).toEqual(['Đội đêm', 'Editor PTE', 'Leader PTE']);
  });

  it('groups are found by name or member, with or without diacritics', () => {
    expect(listNames({ text: 'doi dem' })).toEqual(['Đội đêm']);
    expect(listNames({ text: 'huong' })).toEqual(['Leader PTE']);
    expect(listNames({ text: 'nobody' })).toEqual([]);
  });

  it('a permission filter keeps the groups that have the permission', () => {
    expect(listNames({ permission: 'npn_view_job' })).toEqual(['Đội đêm', 'Leader PTE']);
  });

  it('groups are sorted by number of members and of permissions', () => {
    expect(listNames({ sort: '-members' })).toEqual(['Editor PTE', 'Leader PTE', 'Đội đêm']);
    expect(listNames({ sort: 'permissions' })).toEqual(['Đội đêm', 'Editor PTE', 'Leader PTE']);
  });
});

it('initials have two letters however the name is written', () => {
  expect(['Nguyễn Tuấn Anh', 'Zoe', '  đặng  hương '].map(initialsOf)).toEqual(['NA', 'Z', 'ĐH']);
});
