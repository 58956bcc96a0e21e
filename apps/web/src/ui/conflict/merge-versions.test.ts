import { describe, expect, it } from 'vitest';
import { mergeVersions } from './merge-versions.ts';

const before = { name: 'Editors', permissions: ['view', 'take'], lines: [{ id: 1, note: '' }] };
const merge = (theirChange: object, ownChange: object) =>
  mergeVersions({ before, theirs: { ...before, ...theirChange }, mine: { ...before, ...ownChange } });

describe('two users who changed one record', () => {
  it('both users keep their additions and removals in a list', () => {
    const { merged } = merge({ permissions: ['view', 'take', 'add'] }, { permissions: ['take', 'delete'] });
    expect(merged.permissions).toEqual(['take', 'add', 'delete']);
    expect(merge({ permissions: ['take'] }, { permissions: ['view'] }).merged.permissions).toEqual([]);
    expect(
      merge({ permissions: ['view', 'take', 'add'] }, { permissions: ['add', 'view'] }).merged.permissions,
    ).toEqual(['view', 'add']);
  });

  it("the saver's version of a list with complex entries is kept", () => {
    const ownList = [{ id: 1, note: 'mine' }];
    expect(merge({ lines: [{ id: 1, note: 'theirs' }] }, { lines: ownList }).merged.lines).toEqual(ownList);
  });

  it("the warning lists only fields where saving overwrites the other user's change", () => {
    const { overwritten } = merge(
      { name: 'Staff', permissions: ['view'], lines: [{ id: 1, note: 'theirs' }] },
      { name: 'Staff', permissions: ['take'], lines: [{ id: 1, note: 'mine' }] },
    );
    expect(overwritten).toEqual(['lines']);
    expect(merge({ name: 'Theirs' }, { name: 'Mine' }).overwritten).toEqual(['name']);
  });

  it('changes of the two users are listed separately', () => {
    const { fields, onlyMine, overwritten, merged } = merge({ name: 'Staff' }, { permissions: ['view'] });
    expect([fields, onlyMine, overwritten]).toEqual([['name'], ['permissions'], []]);
    expect(merged).toEqual({ ...before, name: 'Staff', permissions: ['view'] });
  });
});
