import type { Workstream } from '@darkroom/domain/customer/enums';
import type { QualityBy, QualityCounts } from '@darkroom/domain/quality/figures';
import { spansOf, weeksOf, type Days, type Spans } from '@darkroom/domain/quality/spans';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { COUNT_COLUMNS, MONDAY, perFact, summed } from './sums.ts';

/** What figures can be narrowed to, as it is kept. */
export interface Narrowed {
  readonly editor?: number | undefined;
  readonly cat2?: number | undefined;
  readonly cus1?: number | undefined;
  /** Stands alone: whose checking it is. */
  readonly checker?: number | undefined;
}
type Thing = keyof Narrowed;
const THINGS = ['editor', 'cat2', 'cus1', 'checker'] as const satisfies readonly Thing[];

export interface Asked {
  readonly period: Days;
  readonly workstreams: readonly Workstream[];
  readonly narrowed: Narrowed;
}

const THING_OF: Partial<Record<QualityBy, Thing>> = { editor: 'editor', category: 'cat2', customer: 'cus1' };

/** The key of a line, for sums and for facts. It is compared as numbers and made text at the end, which is faster. */
function keyOf(by: QualityBy | null, things: readonly Thing[]) {
  const thing = by && THING_OF[by];
  if (thing)
    return {
      sums: things.indexOf(thing) === 0 ? sql`s.a` : sql`s.b`,
      facts: sql`coalesce(${sql.ref(`f.${thing}`)}, 0)`,
    };
  if (by === 'workstream') return { sums: sql`s.workstream`, facts: sql`f.workstream` };
  if (by === 'week')
    return {
      sums: sql`(s.first - (extract(isodow from s.first)::int - 1))`,
      facts: sql.raw(MONDAY),
    };
  return { sums: sql`''::text`, facts: sql`''::text` };
}

interface Columns {
  /** The table of sums, what is read of it, and what is read of a fact called `f`. */
  readonly table: RawBuilder<unknown>;
  readonly sums: RawBuilder<unknown>;
  readonly facts: RawBuilder<unknown>;
  readonly join: RawBuilder<unknown>;
}

/** Where figures are read from: sums for months, weeks and days; facts where sums do not have the combination. */
function sourceOf(
  { period, workstreams, narrowed }: Asked,
  by: QualityBy | null,
  columns: Columns,
): RawBuilder<unknown> {
  const told = by && THING_OF[by];
  const things = THINGS.filter((thing) => narrowed[thing] !== undefined || thing === told);
  const key = keyOf(by, things);
  const spans = by === 'week' ? weeksOf(period) : spansOf(period);
  const streams = (alias: string) => sql`${sql.ref(`${alias}.workstream`)} = any(${workstreams}::text[])`;
  const [a, b] = things;
  const facet = things.join(' ') || 'all';
  const ofSums = ({ span, firsts }: Spans) => sql`
    select ${key.sums} as key, ${columns.sums} from ${columns.table} s
     where s.facet = ${facet} and s.span = ${span} and s.first >= ${firsts.from}::date and s.first <= ${firsts.to}::date and ${streams('s')}
       ${a && narrowed[a] !== undefined ? sql`and s.a = ${narrowed[a]}` : sql``}
       ${b && narrowed[b] !== undefined ? sql`and s.b = ${narrowed[b]}` : sql``}`;
  const ofFacts = ({ from, to }: Days) => sql`
    select ${key.facts} as key, ${columns.facts} from quality_fact f ${columns.join}
     where f.day >= ${from}::date and f.day <= ${to}::date and ${streams('f')} ${factsNarrowed(narrowed)}`;
  if (things.length > 2) return ofFacts(period);
  const parts = spans.map((one) => (one.span === 'day' && things.length === 2 ? ofFacts(one.firsts) : ofSums(one)));
  return sql.join(parts, sql` union all `);
}

const factsNarrowed = (narrowed: Narrowed): RawBuilder<unknown> =>
  sql.join(
    THINGS.flatMap((thing) =>
      narrowed[thing] === undefined ? [] : [sql`and ${sql.ref(`f.${thing}`)} = ${narrowed[thing]}`],
    ),
    sql` `,
  );

export type CountsLine = QualityCounts & { key: string };

const COUNTS: Columns = {
  table: sql`quality_sum`,
  sums: sql.raw(COUNT_COLUMNS),
  facts: sql.raw(perFact),
  join: sql``,
};

/** Counts of a period, told apart by something; by nothing: one line at most. */
export async function findCounts(db: Database, asked: Asked, by: QualityBy | null): Promise<CountsLine[]> {
  const { rows } = await sql<CountsLine>`
    select p.key::text as key, ${sql.raw(summed)} from (${sourceOf(asked, by, COUNTS)}) p group by p.key order by key`.execute(
    db,
  );
  return rows;
}

const FAULTS: Columns = {
  table: sql`quality_fault_sum`,
  sums: sql`s.kind, s.n`,
  facts: sql`k.kind, 1`,
  join: sql`cross join unnest(f.faults) k (kind)`,
};

/** How often each kind of fault was found. */
export async function findFaults(db: Database, asked: Asked): Promise<{ kind: string; n: number }[]> {
  const { rows } = await sql<{ kind: string; n: number }>`
    select kind, sum(n)::int as n from (${sourceOf(asked, null, FAULTS)}) p (key, kind, n)
     group by kind having sum(n) > 0 order by kind`.execute(db);
  return rows;
}

export async function findState(db: Database) {
  const { rows } = await sql<{ as_of: string | null; known_since: string | null }>`
    select as_of, known_since from quality_fold`.execute(db);
  return rows[0]!;
}
