/**
 * How a column takes room (look.md, "Widths"). `exact`: figures, ids, days, states, buttons, as wide as their widest value and
 * never cut. `name`: what people choose by; they grow first and are cut last. `text`: long words, cut before any name is.
 */
export type ColumnKind = 'exact' | 'name' | 'text';

/** What a column holds where it does not say so: one without a width of its own is what people choose by. */
export const kindOf = ({ kind, width }: { kind?: ColumnKind; width?: number }): ColumnKind =>
  kind ?? (width === undefined ? 'name' : 'exact');

/** What one column needs, in pixels with its padding. */
export interface Need {
  key: string;
  kind: ColumnKind;
  /** Its widest value on one line. */
  body: number;
  /** Its head on one line, and broken between its words. */
  head: number;
  headBroken: number;
  /** What it keeps at least before a column leaves for it. */
  min: number;
  /** Its share of what is left over. */
  grow: number;
  /** Which column leaves first where there is no room; undefined: it always stays; Infinity: names fall to their least before it leaves. */
  leaves: number | undefined;
}

export interface Fitted {
  widths: ReadonlyMap<string, number>;
  /** Columns without room here. */
  left: ReadonlySet<string>;
}

/** Where even what must stay has no room, a name keeps this much; below it the table scrolls. */
const HARD_MIN = 72;
/** Long words read badly in longer lines, however much room there is. */
const TEXT_ENOUGH = 420;

const least = (need: Need): number =>
  need.kind === 'exact'
    ? Math.max(need.body, need.headBroken)
    : Math.max(Math.min(need.body, need.min), need.headBroken);

/** What it is counted with where it is asked who has room: of a name no less than it may fall to, however short the names of the moment are. */
const counted = (need: Need): number => (need.kind === 'exact' ? least(need) : Math.max(need.min, need.headBroken));

/** What it takes where nothing else is left to take from. */
const hard = (need: Need): number => (need.kind === 'exact' ? least(need) : Math.min(least(need), HARD_MIN));

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/**
 * Shares the room among the columns; whole columns leave before a figure is cut or a name falls below its minimum. Those that had left before
 * (`before`) are out, and what stood stands: names give way to what became wider, and a column leaves only where that is not enough.
 */
export function fit(needs: readonly Need[], room: number, before?: ReadonlySet<string>): Fitted {
  const left = new Set<string>(before);
  const takes = before ? hard : counted;
  const inRow = (some: ReadonlySet<string>) => needs.filter(({ key }) => !some.has(key));
  const taken = (by = takes) => sum(inRow(left).map(by));
  const leaving = needs.filter((need) => need.leaves !== undefined).toSorted((a, b) => a.leaves! - b.leaves!);
  for (const { key, leaves } of leaving) if (taken(leaves === Infinity ? hard : takes) > room) left.add(key);
  // The last that left may have freed more than was missing: who left before it and has room in that comes back.
  for (const need of leaving.toReversed())
    if (left.has(need.key) && !before?.has(need.key) && taken() + takes(need) <= room) left.delete(need.key);
  const staying = inRow(left);
  const widths = new Map(staying.map((need) => [need.key, least(need)]));
  let over = room - sum([...widths.values()]);
  if (over < 0) squeeze(staying, widths, -over);

  const fill = (some: readonly Need[], wanted: (need: Need) => number) => {
    let open = some.filter((need) => wanted(need) > widths.get(need.key)!);
    // Each round gives everybody the same share; who is full drops out, so that short names do not keep what long ones need.
    while (over >= 1 && open.length > 0) {
      const share = over / sum(open.map(({ grow }) => grow));
      for (const need of open) {
        const more = Math.min(share * need.grow, wanted(need) - widths.get(need.key)!);
        widths.set(need.key, widths.get(need.key)! + more);
        over -= more;
      }
      open = open.filter((need) => wanted(need) - widths.get(need.key)! > 0.5);
    }
  };
  const of = (kind: ColumnKind) => staying.filter((need) => need.kind === kind);
  fill(of('name'), ({ body }) => body);
  fill(staying, ({ kind, head }) => (kind === 'text' ? 0 : head));
  fill(of('text'), ({ body, head }) => Math.max(head, Math.min(body, TEXT_ENOUGH)));
  const growing = staying.filter(({ kind }) => kind !== 'exact');
  fill(growing.length > 0 ? growing : staying.slice(0, 1), () => Infinity);
  return { widths, left };
}

/** Takes what is missing from long words first, then from names, down to what can still be read. */
function squeeze(staying: readonly Need[], widths: Map<string, number>, missing: number): void {
  let rest = missing;
  for (const kind of ['text', 'name'] as const) {
    const some = staying.filter((need) => need.kind === kind && widths.get(need.key)! > HARD_MIN);
    const spare = sum(some.map((need) => widths.get(need.key)! - HARD_MIN));
    const part = spare === 0 ? 0 : Math.min(1, rest / spare);
    for (const need of some) {
      const width = widths.get(need.key)!;
      widths.set(need.key, width - (width - HARD_MIN) * part);
    }
    rest -= spare * part;
  }
}
