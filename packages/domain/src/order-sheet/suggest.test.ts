import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOrderValidator } from './validate-orders.ts';
import type { OrderField, SheetRow } from './fields.ts';
import { createOrderLists } from './lists.ts';
import { editDistance, nameDistance } from './nearest.ts';
import { suggestCategories, suggestCustomers, suggestName } from './suggest.ts';

const LISTS = createOrderLists(
  {
    cus0_list: [
      { id: 1, name: 'PixelCart' },
      { id: 2, name: 'Trần & Partners' },
    ],
    cus1_list: [
      { id: 11, cus_id0: 1, name: 'PixelCart Home' },
      { id: 21, cus_id0: 2, name: 'Trần Đà Nẵng' },
    ],
    cus2_list: [
      { id: 111, cus_id1: 11, name: 'Lighting' },
      { id: 112, cus_id1: 11, name: 'Outlet' },
      { id: 211, cus_id1: 21, name: 'Lightning' },
      { id: 212, cus_id1: 21, name: 'Biển Mỹ Khê' },
    ],
  },
  {
    service_type: { a: { id: 1, name: 'Retouch' } },
    cat1: { a: { id: 5, name: 'Portrait', service_type_id: 1 } },
    cat2: {
      a: { id: 51, name: 'Skin Basic', enabled: true, cat1: { id: 5, name: 'Portrait' } },
      b: { id: 52, name: 'Skin High End', enabled: true, cat1: { id: 5, name: 'Portrait' } },
      c: { id: 53, name: 'Skin Basica', enabled: false, cat1: { id: 5, name: 'Portrait' } },
    },
  },
);
const order = (cells: Partial<Record<OrderField, string>>): SheetRow => ({
  row: 4,
  cells: {
    job_date: '2026-11-16',
    customer2: 'Lighting',
    customer1: 'PixelCart Home',
    category2: 'Skin Basic',
    job_name: 'A',
    quantity: 1,
    ...cells,
  },
});
function findSuggestions(cells: Partial<Record<OrderField, string>>) {
  const row = order(cells);
  const [problem] =
    createOrderValidator(LISTS)([row], { left_out: new Set(), not_duplicate: new Set() }).rows[0]?.problems ?? [];
  return problem && suggestName(row, problem, LISTS)?.text;
}

describe('distance of two names', () => {
  it('added, removed, changed and swapped letters are counted', () => {
    const pairs = [
      ['', 'abc', 3],
      ['basik', 'basic', 1],
      ['bascik', 'basic', 2],
      ['absic', 'basic', 1],
      ['skin', 'skin', 0],
    ] as const;
    for (const [a, b, distance] of pairs) expect([a, b, editDistance(a, b)]).toEqual([a, b, distance]);
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        const distance = editDistance(a, b);
        expect(distance).toBe(editDistance(b, a));
        expect(distance).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
        expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
      }),
    );
  });

  it('marks, case and signs are ignored, and the order of words counts little', () => {
    expect(nameDistance('bien my-khe', 'Biển Mỹ Khê')).toBe(0);
    expect(nameDistance('Basic skin', 'Skin Basic')).toBe(1);
    expect(nameDistance('High End', 'Skin High End')).toBe(1);
    expect(nameDistance('Lamps', 'Skin Basic')).toBe(Infinity);
    expect(nameDistance('', 'Skin Basic')).toBe(Infinity);
  });
});

describe('suggestion for an unknown name', () => {
  it('the nearest available name of the level is suggested', () => {
    expect(findSuggestions({ category2: 'Skin Basik' })).toBe('Skin Basic');
    expect(findSuggestions({ category2: 'Bsaic Skin' })).toBe('Skin Basic');
    expect(findSuggestions({ customer1: 'PixelCart Hme' })).toBe('PixelCart Home');
    expect(findSuggestions({ job_priority: 'Urgant' })).toBe('Urgent');
    expect(findSuggestions({ category2: 'Drone' })).toBeUndefined();
  });

  it('names below the customer 1 of the row are preferred', () => {
    expect(findSuggestions({ customer2: 'Lightnin' })).toBe('Lighting');
    expect(findSuggestions({ customer2: 'Lightnin', customer1: 'Trần Đà Nẵng' })).toBe('Lightning');
    expect(findSuggestions({ customer2: 'bien mi khe', customer1: '' })).toBe('Biển Mỹ Khê');
    // A similar name below another customer 1 would still be unknown.
    expect(findSuggestions({ customer2: 'bien mi khe' })).toBeUndefined();
  });

  it('the nearest customers come first, then their siblings, then all others', () => {
    const { near, under, rest } = suggestCustomers(order({ customer2: 'Lightnin' }), LISTS);
    const listThirdNames = (all: readonly { names: readonly string[] }[]) => all.map((item) => item.names[2]);
    expect([listThirdNames(near), listThirdNames(under), listThirdNames(rest)]).toEqual([
      ['Lighting'],
      ['Outlet'],
      ['Lightning', 'Biển Mỹ Khê'],
    ]);
    expect(listThirdNames(suggestCategories(order({ category2: 'Skin Hihg End' }), LISTS).near)).toEqual([
      'Skin High End',
    ]);
  });
});
