import { describe, expect, it } from 'vitest';
import { bothVersions } from './both-versions.ts';

const before = { name: 'Editors', permissions: ['view', 'take'], lines: [{ id: 1, note: '' }] };
const both = (theirs: object, mine: object) =>
  bothVersions({ before, theirs: { ...before, ...theirs }, mine: { ...before, ...mine } });

describe('two who changed one record', () => {
  it('each keep what they put into and took out of a list of things', () => {
    const { merged } = both({ permissions: ['view', 'take', 'add'] }, { permissions: ['take', 'delete'] });
    expect(merged.permissions).toEqual(['take', 'add', 'delete']);
    expect(both({ permissions: ['take'] }, { permissions: ['view'] }).merged.permissions).toEqual([]);
    expect(both({ permissions: ['view', 'take', 'add'] }, { permissions: ['add', 'view'] }).merged.permissions).toEqual(
      ['view', 'add'],
    );
  });

  it('leave a list whose entries have parts of their own to whoever saves over it', () => {
    const mine = [{ id: 1, note: 'mine' }];
    expect(both({ lines: [{ id: 1, note: 'theirs' }] }, { lines: mine }).merged.lines).toEqual(mine);
  });

  it('are told where mine undoes theirs: not in a list of things, nor where both set the same', () => {
    const { overwritten } = both(
      { name: 'Staff', permissions: ['view'], lines: [{ id: 1, note: 'theirs' }] },
      { name: 'Staff', permissions: ['take'], lines: [{ id: 1, note: 'mine' }] },
    );
    expect(overwritten).toEqual(['lines']);
    expect(both({ name: 'Theirs' }, { name: 'Mine' }).overwritten).toEqual(['name']);
  });

  it('are told apart: what they changed, and what only I did', () => {
    const { fields, onlyMine, overwritten, merged } = both({ name: 'Staff' }, { permissions: ['view'] });
    expect([fields, onlyMine, overwritten]).toEqual([['name'], ['permissions'], []]);
    expect(merged).toEqual({ ...before, name: 'Staff', permissions: ['view'] });
  });
});
