import type { QualityPart, QualityTask } from '@darkroom/contract/quality/quality';
import type { Workstream } from '@darkroom/domain/customer/enums';
import type { QualityGrouping, QualityCounts, QualityFigure } from '@darkroom/domain/quality/figures';
import { splitIntoSpans, splitIntoWeeks, type Days, type Spans } from '@darkroom/domain/quality/spans';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Condition } from '../../db/list/condition.ts';
import type { PageQuery } from '../../db/list/page.ts';
import { COUNT_COLUMNS, MONDAY, factCounts, countSums } from './sums.ts';

/** Filters of the figures, as they are stored. */
export interface FactFilter {
  readonly editor?: number | undefined;
  readonly cat2?: number | undefined;
  readonly cus1?: number | undefined;
  /** Excludes all other filters: the QC of the checks. */
  readonly checker?: number | undefined;
}
type FilterField = keyof FactFilter;
const FILTER_FIELDS = ['editor', 'cat2', 'cus1', 'checker'] as const satisfies readonly FilterField[];

export interface QualityQuery {
  readonly period: Days;
  readonly workstreams: readonly Workstream[];
  readonly narrowed: FactFilter;
}

const FIELD_OF_GROUPING: Partial<Record<QualityGrouping, FilterField>> = {
  editor: 'editor',
  category: 'cat2',
  customer: 'cus1',
};

/**
 * Selects the key of a line, for sums and facts. It is compared as numbers and converted to text at the end, which is
 * faster.
 */
function selectKey(by: QualityGrouping | null, fields: readonly FilterField[]) {
  const field = by && FIELD_OF_GROUPING[by];
  if (field)
    return {
      sums: fields.indexOf(field) === 0 ? sql`s.key_1` : sql`s.key_2`,
      facts: sql`coalesce(${sql.ref(`f.${field}`)}, 0)`,
    };
  if (by === 'workstream') return { sums: sql`s.workstream`, facts: sql`f.workstream` };
  if (by === 'week')
    return {
      sums: sql`(s.starts_on - (extract(isodow from s.starts_on)::int - 1))`,
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

/** Selects the source of figures: sums for months, weeks and days, or facts for combinations without sums. */
function selectSource(
  { period, workstreams, narrowed }: QualityQuery,
  by: QualityGrouping | null,
  columns: Columns,
): RawBuilder<unknown> {
  const groupedField = by && FIELD_OF_GROUPING[by];
  const fields = FILTER_FIELDS.filter((field) => narrowed[field] !== undefined || field === groupedField);
  const key = selectKey(by, fields);
  const spans = by === 'week' ? splitIntoWeeks(period) : splitIntoSpans(period);
  const isInWorkstreams = (alias: string) => sql`${sql.ref(`${alias}.workstream`)} = any(${workstreams}::text[])`;
  const [a, b] = fields;
  const facet = fields.join(' ') || 'all';
  const selectSums = ({ span, firsts }: Spans) => sql`
    select ${key.sums} as key, ${columns.sums} from ${columns.table} s
     where s.facet = ${facet} and s.span = ${span} and s.starts_on >= ${firsts.from}::date and s.starts_on <= ${firsts.to}::date and ${isInWorkstreams('s')}
       ${a && narrowed[a] !== undefined ? sql`and s.key_1 = ${narrowed[a]}` : sql``}
       ${b && narrowed[b] !== undefined ? sql`and s.key_2 = ${narrowed[b]}` : sql``}`;
  const selectFacts = ({ from, to }: Days) => sql`
    select ${key.facts} as key, ${columns.facts} from quality_fact f ${columns.join}
     where f.day >= ${from}::date and f.day <= ${to}::date and ${isInWorkstreams('f')} ${createFactConditions(narrowed)}`;
  if (fields.length > 2) return selectFacts(period);
  const parts = spans.map((item) =>
    item.span === 'day' && fields.length === 2 ? selectFacts(item.firsts) : selectSums(item),
  );
  return sql.join(parts, sql` union all `);
}

const createFactConditions = (narrowed: FactFilter): RawBuilder<unknown> =>
  sql.join(
    FILTER_FIELDS.flatMap((field) =>
      narrowed[field] === undefined ? [] : [sql`and ${sql.ref(`f.${field}`)} = ${narrowed[field]}`],
    ),
    sql` `,
  );

export type CountsLine = QualityCounts & { key: string };

const COUNT_SOURCE: Columns = {
  table: sql`quality_sum`,
  sums: sql.raw(COUNT_COLUMNS),
  facts: sql.raw(factCounts),
  join: sql``,
};

/** Counts the facts of a period by a grouping. Without a grouping, returns at most one line. */
export async function findCounts(
  db: Database,
  qualityQuery: QualityQuery,
  by: QualityGrouping | null,
): Promise<CountsLine[]> {
  const { rows } = await sql<CountsLine>`
    select p.key::text as key, ${sql.raw(countSums)} from (${selectSource(qualityQuery, by, COUNT_SOURCE)}) p group by p.key order by key`.execute(
    db,
  );
  return rows;
}

const FAULT_SOURCE: Columns = {
  table: sql`quality_fault_sum`,
  sums: sql`s.kind, s.n`,
  facts: sql`k.kind, 1`,
  join: sql`cross join unnest(f.faults) k (kind)`,
};

/** Counts the faults of each fault type. */
export async function countFaults(db: Database, qualityQuery: QualityQuery): Promise<{ kind: string; n: number }[]> {
  const { rows } = await sql<{ kind: string; n: number }>`
    select kind, sum(n)::int as n from (${selectSource(qualityQuery, null, FAULT_SOURCE)}) p (key, kind, n)
     group by kind having sum(n) > 0 order by kind`.execute(db);
  return rows;
}

export async function findState(db: Database) {
  const { rows } = await sql<{ as_of: string | null; known_since: string | null }>`
    select as_of, known_since from quality_progress`.execute(db);
  return rows[0]!;
}

const isFirstCheck = (check: 'qc1' | 'qc2'): Condition => sql`f.kind = ${sql.lit(check)} and f.first_of_kind`;
const IS_COMPLETED: Condition = sql`f.kind = 'completed'`;
const IS_REWORK: Condition = sql`f.kind = 'rework'`;
const HAS_FAULTS: Condition = sql`f.faults <> '{}'`;

/** The facts behind each figure, by its formula (domain/quality/figures). */
const FACTS_OF_FIGURE: Record<QualityFigure | 'checking', Partial<Record<QualityPart, Condition>>> = {
  qc1_yield: {
    denominator: isFirstCheck('qc1'),
    numerator: sql`${isFirstCheck('qc1')} and f.passed`,
    remainder: sql`${isFirstCheck('qc1')} and ${HAS_FAULTS}`,
  },
  qc2_yield: {
    denominator: isFirstCheck('qc2'),
    numerator: sql`${isFirstCheck('qc2')} and f.passed`,
    remainder: sql`${isFirstCheck('qc2')} and ${HAS_FAULTS}`,
  },
  faults: { denominator: sql`f.first_check`, numerator: HAS_FAULTS },
  rework: { denominator: IS_COMPLETED, numerator: IS_REWORK },
  complaints: { denominator: IS_COMPLETED, numerator: sql`${IS_REWORK} and f.complaint` },
  checking: {
    denominator: sql`f.passed is not null`,
    numerator: HAS_FAULTS,
    remainder: sql`f.passed`,
  },
};

export interface FigurePart {
  readonly figure: QualityFigure | 'checking';
  readonly part: QualityPart;
  readonly kind?: string | undefined;
}

/** Returns the page query of the facts behind a figure, newest first. */
export function factsPage(
  { period, workstreams, narrowed }: QualityQuery,
  { figure, part, kind }: FigurePart,
): PageQuery {
  const { editor, cat2, cus1, checker } = narrowed;
  return {
    from: sql`quality_fact f`,
    key: sql`f.history_id`,
    where: [
      sql`f.day >= ${period.from}::date and f.day <= ${period.to}::date`,
      FACTS_OF_FIGURE[figure][part] ?? sql<boolean>`false`,
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

/** Finds the facts of a page, in the order of their ids. */
export async function findFacts(db: Database, ids: readonly number[]): Promise<FactRow[]> {
  const { rows } = await sql<FactRow>`
    select f.history_id, f.task_id, f.at, f.kind, f.passed, f.pieces, f.faults, f.editor, f.checker
      from unnest(${ids}::int8[]) with ordinality as page (history_id, position)
      join quality_fact f on f.history_id = page.history_id order by page.position`.execute(db);
  return rows;
}
