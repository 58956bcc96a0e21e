import type { QualityPart, QualityTask } from '@darkroom/contract/quality/quality';
import type { Workstream } from '@darkroom/domain/customer/enums';
import type { QualityBy, QualityCounts, QualityFigure } from '@darkroom/domain/quality/figures';
import { spansOf, weeksOf, type Days, type Spans } from '@darkroom/domain/quality/spans';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Condition } from '../../db/list/condition.ts';
import type { PageQuery } from '../../db/list/page.ts';
import { COUNT_COLUMNS, MONDAY, perFact, summed } from './sums.ts';

/** Filters of the figures, as they are stored. */
export interface Narrowed {
  readonly editor?: number | undefined;
  readonly cat2?: number | undefined;
  readonly cus1?: number | undefined;
  /** Excludes all other filters: the QC of the checks. */
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

/** The key of a line, for sums and facts. It is compared as numbers and converted to text at the end, which is faster. */
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
  /** The table, and the columns for a fact called `f`. */
  readonly table: RawBuilder<unknown>;
  readonly sums: RawBuilder<unknown>;
  readonly facts: RawBuilder<unknown>;
  readonly join: RawBuilder<unknown>;
}

/** The source of figures: sums for months, weeks and days, or facts for combinations without sums. */
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

/** Counts of a period by a grouping. Without one, at most one line. */
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

/** The number of faults of each fault type. */
export async function findFaults(db: Database, asked: Asked): Promise<{ kind: string; n: number }[]> {
  const { rows } = await sql<{ kind: string; n: number }>`
    select kind, sum(n)::int as n from (${sourceOf(asked, null, FAULTS)}) p (key, kind, n)
     group by kind having sum(n) > 0 order by kind`.execute(db);
  return rows;
}

export async function findState(db: Database) {
  const { rows } = await sql<{ as_of: string | null; known_since: string | null }>`
    select as_of, known_since from quality_progress`.execute(db);
  return rows[0]!;
}

const first = (what: 'qc1' | 'qc2'): Condition => sql`f.what = ${sql.lit(what)} and f.first`;
const COMPLETED: Condition = sql`f.what = 'completed'`;
const BACK: Condition = sql`f.what = 'rework'`;
const FAULTY: Condition = sql`f.faults <> '{}'`;

/** The facts behind each figure, by its formula (domain/quality/figures). */
const BEHIND: Record<QualityFigure | 'checking', Record<QualityPart, Condition>> = {
  qc1_yield: {
    among: first('qc1'),
    of: sql`${first('qc1')} and f.passed`,
    rest: sql`${first('qc1')} and ${FAULTY}`,
  },
  qc2_yield: {
    among: first('qc2'),
    of: sql`${first('qc2')} and f.passed`,
    rest: sql`${first('qc2')} and ${FAULTY}`,
  },
  faults: { among: sql`f.opening`, of: FAULTY, rest: sql`f.opening and f.passed` },
  rework: { among: COMPLETED, of: BACK, rest: COMPLETED },
  complaints: { among: COMPLETED, of: sql`${BACK} and f.complaint`, rest: COMPLETED },
  checking: {
    among: sql`f.passed is not null`,
    of: FAULTY,
    rest: sql`f.passed`,
  },
};

export interface Behind {
  readonly figure: QualityFigure | 'checking';
  readonly part: QualityPart;
  readonly kind?: string | undefined;
}

/** The facts behind a figure, newest first. */
export function factsPage({ period, workstreams, narrowed }: Asked, { figure, part, kind }: Behind): PageQuery {
  const { editor, cat2, cus1, checker } = narrowed;
  return {
    from: sql`quality_fact f`,
    key: sql`f.history_id`,
    where: [
      sql`f.day >= ${period.from}::date and f.day <= ${period.to}::date`,
      BEHIND[figure][part],
      // A user of both workstreams sees all facts, and the index of days has the list's order.
      ...(workstreams.length > 1 ? [] : [sql<boolean>`f.workstream = ${workstreams[0]}`]),
      ...(editor === undefined ? [] : [sql<boolean>`f.editor = ${editor}`]),
      ...(checker === undefined ? [] : [sql<boolean>`f.checker = ${checker}`]),
      ...(cat2 === undefined ? [] : [sql<boolean>`f.cat2 = ${cat2}`]),
      ...(cus1 === undefined ? [] : [sql<boolean>`f.cus1 = ${cus1}`]),
      ...(kind === undefined ? [] : [sql<boolean>`f.faults @> array[${kind}]::text[]`]),
    ],
    order: [
      [sql`f.day`, true],
      [sql`f.history_id`, true],
    ],
  };
}

export type FactRow = Omit<QualityTask, 'status' | 'task'> & { editor: number | null; checker: number | null };

/** Facts of a page, in the order of their ids. */
export async function findFacts(db: Database, ids: readonly number[]): Promise<FactRow[]> {
  const { rows } = await sql<FactRow>`
    select f.history_id, f.task_id, f.at, f.what, f.passed, f.pieces, f.faults, f.editor, f.checker
      from unnest(${ids}::int8[]) with ordinality as page (history_id, place)
      join quality_fact f on f.history_id = page.history_id order by page.place`.execute(db);
  return rows;
}
