import { describe, expect, it } from 'vitest';
import { columnChoices, columnCode, shownColumns } from './data-table-look.ts';

const columns = ['date', 'name', 'status', 'price'].map((key) => ({ key }));
const keys = (shown: readonly { key: string }[]) => shown.map(({ key }) => key);

describe('the columns somebody chose', () => {
  it('are all of them, in their order, when nothing was said', () => {
    expect(shownColumns(columns, '')).toBe(columns);
  });

  it('leave out what is hidden and follow the order said', () => {
    expect(keys(shownColumns(columns, 'status,!date,name,price'))).toEqual(['status', 'name', 'price']);
  });

  it('keep a column nobody spoke of in its own place', () => {
    expect(keys(shownColumns(columns, 'price,name'))).toEqual(['date', 'price', 'status', 'name']);
  });

  it('know nothing of columns another list has', () => {
    expect(keys(shownColumns(columns, 'qcs,!price,since'))).toEqual(['date', 'name', 'status']);
  });

  it('are never none at all', () => {
    expect(shownColumns(columns, '!date,!name,!status,!price')).toBe(columns);
  });

  it('have those only that are not off from the start, and each of these once it is chosen', () => {
    const more = [...columns, { key: 'created', off: true }, { key: 'level', off: true }];
    expect(keys(shownColumns(more, ''))).toEqual(keys(columns));
    expect(keys(shownColumns(more, 'date,!name,status,price'))).toEqual(['date', 'status', 'price']);
    expect(keys(shownColumns(more, 'level,date,name,status,price,!created'))).toEqual(['level', ...keys(columns)]);
    expect(keys(shownColumns(more, '!date,!name,!status,!price'))).toEqual(keys(columns));
    expect(columnCode(more, columnChoices(more, ''))).toBe('');
    expect(columnCode(more, columnChoices(more, 'date,name,status,price,level'))).toContain('level');
  });

  it('come back from the address as they went into it', () => {
    const code = 'status,!date,name,price';
    expect(columnCode(columns, columnChoices(columns, code))).toBe(code);
    expect(columnCode(columns, columnChoices(columns, 'date,name,status,price'))).toBe('');
  });
});
