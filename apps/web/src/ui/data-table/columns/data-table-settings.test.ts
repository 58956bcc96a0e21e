import { describe, expect, it } from 'vitest';
import { toColumnChoices, encodeColumns, getShownColumns } from './data-table-settings.ts';

const columns = ['date', 'name', 'status', 'price'].map((key) => ({ key }));
const listKeys = (shown: readonly { key: string }[]) => shown.map(({ key }) => key);

describe('the chosen columns', () => {
  it('all columns are in their order without a choice', () => {
    expect(getShownColumns(columns, '')).toBe(columns);
  });

  it('hidden columns are left out, and the chosen order applies', () => {
    expect(listKeys(getShownColumns(columns, 'status,!date,name,price'))).toEqual(['status', 'name', 'price']);
  });

  it('a column without a choice stays in its own place', () => {
    expect(listKeys(getShownColumns(columns, 'price,name'))).toEqual(['date', 'price', 'status', 'name']);
  });

  it('columns of other lists are ignored', () => {
    expect(listKeys(getShownColumns(columns, 'qcs,!price,since'))).toEqual(['date', 'name', 'status']);
  });

  it('at least the default columns are shown', () => {
    expect(getShownColumns(columns, '!date,!name,!status,!price')).toBe(columns);
  });

  it('columns that are off by default are shown once, only when chosen', () => {
    const more = [...columns, { key: 'created', off: true }, { key: 'level', off: true }];
    expect(listKeys(getShownColumns(more, ''))).toEqual(listKeys(columns));
    expect(listKeys(getShownColumns(more, 'date,!name,status,price'))).toEqual(['date', 'status', 'price']);
    expect(listKeys(getShownColumns(more, 'level,date,name,status,price,!created'))).toEqual([
      'level',
      ...listKeys(columns),
    ]);
    expect(listKeys(getShownColumns(more, '!date,!name,!status,!price'))).toEqual(listKeys(columns));
    expect(encodeColumns(more, toColumnChoices(more, ''))).toBe('');
    expect(encodeColumns(more, toColumnChoices(more, 'date,name,status,price,level'))).toContain('level');
  });

  it('a choice is read from the URL as it was written', () => {
    const code = 'status,!date,name,price';
    expect(encodeColumns(columns, toColumnChoices(columns, code))).toBe(code);
    expect(encodeColumns(columns, toColumnChoices(columns, 'date,name,status,price'))).toBe('');
  });
});
