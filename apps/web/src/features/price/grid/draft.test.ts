import type { PriceRow } from '@darkroom/contract/price/price';
import { describe, expect, it } from 'vitest';
import {
  changedMeanwhile,
  draftFigures,
  draftReducer,
  EMPTY_DRAFT,
  shownPrices,
  type CellEdit,
  type Draft,
} from './draft.ts';
import { pastedCells, rangeOf, readCopied } from '../../../ui/grid/grid-range.ts';

const row = (service_cat2_id: number, price: Partial<PriceRow> = {}): PriceRow => ({
  service_type_id: 1,
  service_type: 'Real Estate',
  service_cat1_id: 1,
  cat1: 'HDR',
  service_cat2_id,
  cat2: `Level ${service_cat2_id}`,
  level: 1,
  cat2_enabled: true,
  default_minutes: 12,
  id: 10 + service_cat2_id,
  version: 3,
  retail_price: 1,
  wholesale_price: 0.8,
  estimate_minutes: 10,
  visible: true,
  enabled: true,
  sold_last_month: 0,
  warnings: [],
  ...price,
});
const none = row(2, {
  id: null,
  version: null,
  retail_price: null,
  wholesale_price: null,
  estimate_minutes: null,
  visible: null,
  enabled: null,
});
const ROWS = [row(1), none];

const set = (draft: Draft, ...cells: CellEdit[]) => draftReducer(draft, { type: 'set', cells, rows: ROWS });
const retail = (service_cat2_id: number, entry: CellEdit['entry']): CellEdit => ({
  service_cat2_id,
  field: 'retail_price',
  entry,
});

describe('changes of a price list', () => {
  it('are counted by cell, and are none when a cell is again as it was', () => {
    const changed = set(EMPTY_DRAFT, retail(1, 2));
    expect(draftFigures(shownPrices(ROWS, changed))).toMatchObject({ cells: 1, troubles: 0 });
    expect(draftFigures(shownPrices(ROWS, set(changed, retail(1, 1))))).toMatchObject({ cells: 0 });
  });

  it('are taken back a step at a time', () => {
    const two = set(set(EMPTY_DRAFT, retail(1, 2)), retail(1, 3), retail(2, 4));
    const one = draftReducer(two, { type: 'undo' });
    expect(shownPrices(ROWS, one).map((price) => price.terms.retail_price)).toEqual([2, null]);
    const back = draftReducer(draftReducer(one, { type: 'undo' }), { type: 'undo' });
    expect(draftFigures(shownPrices(ROWS, back)).cells).toBe(0);
  });

  it('are made again after they were taken back, until something else is changed', () => {
    const two = set(set(EMPTY_DRAFT, retail(1, 2)), retail(1, 3));
    const none = draftReducer(draftReducer(two, { type: 'undo' }), { type: 'undo' });
    const retailOf = (draft: Draft) => shownPrices(ROWS, draft)[0]?.terms.retail_price;
    const one = draftReducer(none, { type: 'redo' });
    expect([retailOf(none), retailOf(one), retailOf(draftReducer(one, { type: 'redo' }))]).toEqual([1, 2, 3]);
    const other = set(one, retail(1, 9));
    expect(retailOf(draftReducer(other, { type: 'redo' }))).toBe(9);
    expect(retailOf(draftReducer(other, { type: 'undo' }))).toBe(2);
  });

  it('come back after they were discarded, under what was changed since then', () => {
    const two = set(EMPTY_DRAFT, retail(1, 2), retail(2, 4));
    const discarded = draftReducer(two, { type: 'discard' });
    expect(draftFigures(shownPrices(ROWS, discarded)).cells).toBe(0);
    const since = set(discarded, retail(1, 5));
    const back = draftReducer(since, { type: 'recover', from: two });
    expect(shownPrices(ROWS, back).map((price) => price.terms.retail_price)).toEqual([5, 4]);
    expect(back.seen.get(1)?.version).toBe(3);
    const undone = draftReducer(back, { type: 'undo' });
    expect(shownPrices(ROWS, undone).map((price) => price.terms.retail_price)).toEqual([5, null]);
  });

  it('begin a price where there was none, with what it starts from and what it still lacks', () => {
    const [, begun] = shownPrices(ROWS, set(EMPTY_DRAFT, retail(2, 1.5)));
    expect(begun?.terms).toEqual({
      retail_price: 1.5,
      wholesale_price: null,
      estimate_minutes: 12,
      visible: true,
      enabled: true,
    });
    expect([...(begun?.troubles ?? [])]).toEqual([['wholesale_price', 'required']]);
    const emptied = set(set(EMPTY_DRAFT, retail(2, 1.5)), retail(2, null));
    expect(draftFigures(shownPrices(ROWS, emptied))).toMatchObject({ cells: 0, troubles: 0 });
  });

  it('of a price there is cannot empty it, nor hide what was typed wrongly', () => {
    const [emptied] = shownPrices(ROWS, set(EMPTY_DRAFT, retail(1, null)));
    expect(emptied?.troubles.get('retail_price')).toBe('required');
    const [wrong] = shownPrices(ROWS, set(EMPTY_DRAFT, retail(1, { text: 'abc', code: 'not_a_number' })));
    expect(wrong?.troubles.get('retail_price')).toBe('not_a_number');
  });

  it('remember what was seen, whatever comes in meanwhile, until it was looked at', () => {
    const first = set(EMPTY_DRAFT, retail(1, 2));
    const later = [row(1, { version: 4, retail_price: 5 }), none];
    const still = draftReducer(first, { type: 'set', cells: [retail(1, 3)], rows: later });
    expect(still.seen.get(1)?.version).toBe(3);
    expect(draftReducer(still, { type: 'over', rows: later }).seen.get(1)?.version).toBe(4);
    expect(draftReducer(still, { type: 'drop', ids: [1] }).edits.size).toBe(0);
  });
});

describe('what others change meanwhile', () => {
  const changed = (price: Partial<PriceRow>) => [row(1, { version: 4, ...price }), none];
  const mine = set(EMPTY_DRAFT, retail(1, 2), { service_cat2_id: 1, field: 'estimate_minutes', entry: 20 });

  it('has to be decided where both set one field, and only there', () => {
    const { contested, apart } = changedMeanwhile(changed({ retail_price: 5, wholesale_price: 0.9 }), mine);
    expect(contested.map(({ row: { version }, fields }) => ({ version, fields }))).toEqual([
      { version: 4, fields: ['retail_price'] },
    ]);
    expect(apart).toEqual([]);
  });

  it('goes together with mine where they set another field, or the same as I', () => {
    for (const theirs of [{ wholesale_price: 0.9 }, { retail_price: 2 }]) {
      const { contested, apart } = changedMeanwhile(changed(theirs), mine);
      expect([contested.length, apart.length]).toEqual([0, 1]);
    }
  });

  it('is noticed where there was no price at all when mine was begun', () => {
    const begun = set(EMPTY_DRAFT, retail(2, 1.5));
    const given = [row(1), { ...none, id: 12, version: 0, retail_price: 3, wholesale_price: 2 }];
    expect(changedMeanwhile(given, begun).contested.map(({ fields }) => fields)).toEqual([['retail_price']]);
  });

  it('is noticed from when a cell was opened, and a cell that was left as it was sets nothing', () => {
    const [before] = ROWS;
    const rows = changed({ retail_price: 5 });
    const typed = (entry: number) =>
      draftReducer(EMPTY_DRAFT, { type: 'set', cells: [{ ...retail(1, entry), seen: before }], rows });
    expect(changedMeanwhile(rows, typed(2)).contested.map(({ fields }) => fields)).toEqual([['retail_price']]);
    expect(typed(1).edits.size).toBe(0);
  });

  it('is taken without what only I changed being lost, and no undo brings mine back unasked', () => {
    const theirs = changed({ retail_price: 5 });
    const taken = draftReducer(mine, { type: 'theirs', rows: theirs.slice(0, 1) });
    expect(shownPrices(theirs, taken)[0]?.terms).toMatchObject({ retail_price: 5, estimate_minutes: 20 });
    expect(changedMeanwhile(theirs, taken)).toEqual({ contested: [], apart: [] });
    expect(draftReducer(taken, { type: 'undo' })).toBe(taken);
  });
});

describe('a range of cells', () => {
  const index = new Map([
    [7, 0],
    [8, 1],
    [9, 2],
  ]);

  it('lies between its two ends, whichever came first', () => {
    const selected = { active: { id: 7, column: 3 }, anchor: { id: 9, column: 1 } };
    expect(rangeOf(selected, index)).toEqual({ top: 0, bottom: 2, left: 1, right: 3 });
    expect(rangeOf({ ...selected, active: { id: 99, column: 1 } }, index)).toBeNull();
  });

  it('takes what was copied from a spreadsheet', () => {
    expect(readCopied('1\t2\r\n3\t"a ""b""\tc"\r\n')).toEqual([
      ['1', '2'],
      ['3', 'a "b"\tc'],
    ]);
    const range = { top: 1, bottom: 2, left: 1, right: 2 };
    expect(pastedCells([['5']], range)).toHaveLength(4);
    expect(pastedCells([['5', '6']], range)).toEqual([
      { index: 1, column: 1, text: '5' },
      { index: 1, column: 2, text: '6' },
    ]);
  });
});
