import type { PriceRow } from '@darkroom/contract/price/price';
import {
  PRICE_FIELDS,
  priceWarnings,
  startingTerms,
  type OpenTerms,
  type PriceField,
  type PriceWarning,
} from '@darkroom/domain/price/price';
import type { ReadTrouble } from '@darkroom/domain/number/read';

/** What was put into a cell: a value, nothing, or a text that is no value and stays until it is mended. */
export type Entry = number | boolean | null | { readonly text: string; readonly code: ReadTrouble };

export interface CellEdit {
  readonly service_cat2_id: number;
  readonly field: PriceField;
  readonly entry: Entry;
  /** The row as it was when the cell was opened: what others set while one types in it is noticed as well. */
  readonly seen?: PriceRow;
}

type RowEdits = Readonly<Partial<Record<PriceField, Entry>>>;
type Edits = ReadonlyMap<number, RowEdits>;

/** Changes of a price list that are not saved yet. */
export interface Draft {
  readonly edits: Edits;
  /** Each changed row as it was seen when it was first changed: what others change since then is noticed. */
  readonly seen: ReadonlyMap<number, PriceRow>;
  readonly past: readonly Edits[];
  /** What was undone, newest first, until something else is changed. */
  readonly future: readonly Edits[];
  /** Cells the server refused, by `id.field`: its code. */
  readonly refused: ReadonlyMap<string, string>;
}

export const EMPTY_DRAFT: Draft = { edits: new Map(), seen: new Map(), past: [], future: [], refused: new Map() };

export type DraftAction =
  | { readonly type: 'set'; readonly cells: readonly CellEdit[]; readonly rows: readonly PriceRow[] }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  | { readonly type: 'discard' }
  /** Restores discarded changes; changes made since then win. */
  | { readonly type: 'recover'; readonly from: Draft }
  /** Drops the changes of some rows: they were saved. */
  | { readonly type: 'drop'; readonly ids: readonly number[] }
  /** What somebody else set is taken; what they did not touch of these rows stays changed. */
  | { readonly type: 'theirs'; readonly rows: readonly PriceRow[] }
  /** Somebody else's rows were looked at: the changes stay and are compared with those. */
  | { readonly type: 'over'; readonly rows: readonly PriceRow[] }
  | { readonly type: 'refused'; readonly cells: ReadonlyMap<string, string> };

const MOST_UNDO = 100;
export const refusedKey = (id: number, field: string) => `${id}.${field}`;

export function draftReducer(draft: Draft, action: DraftAction): Draft {
  switch (action.type) {
    case 'set':
      return setCells(draft, action.cells, action.rows);
    case 'undo': {
      const [edits, ...past] = draft.past;
      return edits ? { ...draft, edits, past, future: [draft.edits, ...draft.future], refused: new Map() } : draft;
    }
    case 'redo': {
      const [edits, ...future] = draft.future;
      return edits ? { ...draft, edits, past: [draft.edits, ...draft.past], future, refused: new Map() } : draft;
    }
    case 'discard':
      return EMPTY_DRAFT;
    case 'recover':
      return recovered(draft, action.from);
    case 'drop': {
      const without = <T>(of: ReadonlyMap<number, T>) => new Map([...of].filter(([id]) => !action.ids.includes(id)));
      return { edits: without(draft.edits), seen: without(draft.seen), past: [], future: [], refused: new Map() };
    }
    case 'theirs':
      return withTheirs(draft, action.rows);
    case 'over':
      return { ...draft, seen: new Map([...draft.seen, ...byCategory(action.rows)]) };
    case 'refused':
      return { ...draft, refused: action.cells };
    default: {
      const never: never = action;
      return never;
    }
  }
}

const byCategory = (rows: readonly PriceRow[]) => rows.map((row) => [row.service_cat2_id, row] as const);

function withTheirs(draft: Draft, rows: readonly PriceRow[]): Draft {
  const edits = new Map(draft.edits);
  const seen = new Map(draft.seen);
  for (const row of rows) {
    const id = row.service_cat2_id;
    const before = seen.get(id);
    const own = Object.entries(edits.get(id) ?? {}).filter(([name]) => {
      const field = name as PriceField;
      return before?.[field] === row[field];
    });
    seen.set(id, row);
    if (own.length > 0) edits.set(id, Object.fromEntries(own));
    else edits.delete(id);
  }
  // Undone, mine would stand there again without the question.
  return { ...draft, edits, seen, past: [], future: [] };
}

/** A changed row in which somebody else has meanwhile set a field that is changed here too, to another value. */
export interface Contested {
  readonly row: PriceRow;
  readonly fields: readonly PriceField[];
}

/**
 * Rows that others have changed since they were first changed here (quality 9): where both set one field it has to be decided whose stays;
 * the rest goes together, and is compared with what stands there now.
 */
export function changedMeanwhile(
  rows: readonly PriceRow[],
  draft: Draft,
): { contested: Contested[]; apart: PriceRow[] } {
  const contested: Contested[] = [];
  const apart: PriceRow[] = [];
  for (const row of rows) {
    const edits = draft.edits.get(row.service_cat2_id);
    const before = draft.seen.get(row.service_cat2_id);
    if (!edits || !before || before.version === row.version) continue;
    const fields = PRICE_FIELDS.filter(
      (field) => edits[field] !== undefined && row[field] !== before[field] && row[field] !== edits[field],
    );
    if (fields.length > 0) contested.push({ row, fields });
    else apart.push(row);
  }
  return { contested, apart };
}

function recovered(draft: Draft, from: Draft): Draft {
  const edits = new Map(from.edits);
  for (const [id, since] of draft.edits) edits.set(id, { ...edits.get(id), ...since });
  const past = [draft.edits, ...draft.past, ...from.past].slice(0, MOST_UNDO);
  // What was seen first: what others have saved since then is noticed.
  return { edits, seen: new Map([...draft.seen, ...from.seen]), past, future: [], refused: new Map() };
}

function setCells(draft: Draft, cells: readonly CellEdit[], rows: readonly PriceRow[]): Draft {
  const byId = new Map(rows.map((row) => [row.service_cat2_id, row]));
  const edits = new Map(draft.edits);
  const seen = new Map(draft.seen);
  const refused = new Map(draft.refused);
  for (const { service_cat2_id: id, field, entry, seen: opened } of cells) {
    const row = byId.get(id);
    if (!row) continue;
    if (!edits.has(id)) seen.set(id, opened ?? row);
    const { [field]: _before, ...others } = edits.get(id) ?? {};
    // What is again as it stands is no change.
    const same = entry === row[field] || (opened !== undefined && entry === opened[field]);
    const next: RowEdits = same ? others : { ...others, [field]: entry };
    if (Object.keys(next).length > 0) edits.set(id, next);
    else {
      edits.delete(id);
      seen.delete(id);
    }
    refused.delete(refusedKey(id, field));
  }
  return { edits, seen, past: [draft.edits, ...draft.past].slice(0, MOST_UNDO), future: [], refused };
}

/** A row as it would be saved: the price with its changes, what is changed, and what is wrong with it. */
export interface ShownPrice {
  readonly row: PriceRow;
  /** What stands in the cells, as far as it is a value. */
  readonly terms: OpenTerms;
  readonly entries: RowEdits;
  readonly changed: ReadonlySet<PriceField>;
  /** Codes of `errors:field.*`, by field. */
  readonly troubles: ReadonlyMap<PriceField, string>;
  readonly warnings: readonly PriceWarning[];
}

const isText = (entry: Entry | undefined): entry is Extract<Entry, object> =>
  typeof entry === 'object' && entry !== null;

/** The rows with their changes. */
export const shownPrices = (rows: readonly PriceRow[], draft: Draft): ShownPrice[] =>
  rows.map((row) => {
    const edits = draft.edits.get(row.service_cat2_id);
    return edits ? changedPrice(row, edits, draft.refused) : unchanged(row);
  });

// The same object for the same row: a screenful of unchanged rows is not drawn again with every key.
const plain = new WeakMap<PriceRow, ShownPrice>();
function unchanged(row: PriceRow): ShownPrice {
  let shown = plain.get(row);
  if (!shown) {
    shown = { row, terms: row, entries: {}, changed: new Set(), troubles: new Map(), warnings: row.warnings };
    plain.set(row, shown);
  }
  return shown;
}

function changedPrice(row: PriceRow, edits: RowEdits, refused: Draft['refused']): ShownPrice {
  const begun = row.id !== null || Object.values(edits).some((entry) => entry !== null);
  const starting: Partial<OpenTerms> = row.id === null && begun ? startingTerms(row.default_minutes) : {};
  const troubles = new Map<PriceField, string>();
  const changed = new Set<PriceField>();
  const values = PRICE_FIELDS.map((field) => {
    const edit = edits[field];
    return [field, isText(edit) ? null : edit === undefined ? (row[field] ?? starting[field] ?? null) : edit] as const;
  });
  const terms = Object.fromEntries(values) as { [F in PriceField]: OpenTerms[F] };
  for (const [field, value] of values) {
    const edit = edits[field];
    const server = refused.get(refusedKey(row.service_cat2_id, field));
    if (isText(edit)) troubles.set(field, edit.code);
    else if (begun && value === null) troubles.set(field, 'required');
    else if (server) troubles.set(field, server);
    if (begun && (isText(edit) || value !== row[field])) changed.add(field);
  }
  return { row, terms, entries: edits, changed, troubles, warnings: warningsOf(row, terms, edits) };
}

/** How much is changed, and how much of it cannot be saved. */
export function draftFigures(shown: readonly ShownPrice[]) {
  const changed = shown.filter((price) => price.changed.size > 0);
  return {
    rows: changed,
    cells: changed.reduce((sum, price) => sum + price.changed.size, 0),
    troubles: changed.reduce((sum, price) => sum + price.troubles.size, 0),
  };
}

/** An invalid text does not count as empty: warnings go by the value from before. */
const warningsOf = (row: PriceRow, terms: OpenTerms, edits: RowEdits) =>
  priceWarnings(
    {
      ...terms,
      ...(isText(edits.retail_price) && { retail_price: row.retail_price }),
      ...(isText(edits.wholesale_price) && { wholesale_price: row.wholesale_price }),
    },
    row.sold_last_month,
  );
