import { QUALITY_COUNTS, type QualityCount } from '@darkroom/domain/quality/figures';

/** Value of each fact for each count (domain/quality/figures), for a row of `quality_fact` called `f`. */
const COUNT_SQL: Readonly<Record<QualityCount, string>> = {
  qc1_first: `(f.kind = 'qc1' and f.first_of_kind)::int`,
  qc1_passed: `(f.kind = 'qc1' and f.first_of_kind and f.passed)::int`,
  qc2_first: `(f.kind = 'qc2' and f.first_of_kind)::int`,
  qc2_passed: `(f.kind = 'qc2' and f.first_of_kind and f.passed)::int`,
  checked: `(f.passed is not null)::int`,
  refused: `(f.passed is false)::int`,
  pieces: `case when f.first_check then f.pieces else 0 end`,
  faults: `cardinality(f.faults)`,
  completed: `(f.kind = 'completed')::int`,
  reworked: `(f.kind = 'rework')::int`,
  complained: `f.complaint::int`,
};

export const COUNT_COLUMNS = QUALITY_COUNTS.join(', ');

/** SQL of the facts with their counts. */
export const factCounts = QUALITY_COUNTS.map((count) => `${COUNT_SQL[count]} as ${count}`).join(', ');
export const countSums = QUALITY_COUNTS.map((count) => `sum(${count})::int as ${count}`).join(', ');

const getMondaySql = (day: string) => `(${day} - (extract(isodow from ${day})::int - 1))`;
export const MONDAY = getMondaySql('f.day');

// All sums of a fact: by day, week and month with one grouping or none, and by week and month with two.
const SPAN_START = {
  day: (day: string) => day,
  week: getMondaySql,
  month: (day: string) => `date_trunc('month', ${day})::date`,
};
const SINGLE_FACETS = ['all', 'editor', 'cat2', 'cus1', 'checker'] as const;
const PAIR_FACETS = [
  ['editor', 'cat2'],
  ['editor', 'cus1'],
  ['cat2', 'cus1'],
] as const;
const FACET_SQL = { all: '0', editor: 'coalesce(f.editor, 0)', cat2: 'f.cat2', cus1: 'f.cus1', checker: 'f.checker' };

/** True for a row of sums with a value other than zero. */
export const hasNonZero = QUALITY_COUNTS.map((count) => `${count} <> 0`).join(' or ');

interface SumParts {
  /** The facts, each with its counts. */
  readonly facts: string;
  /** The added columns, and the grouping columns in addition to facet, span, day, workstream and keys. */
  readonly added: string;
  readonly by?: string;
}

/** Returns SQL that adds facts to all sums. Days come from facts, and weeks and months from days, which is faster. */
function createSums({ facts, added, by }: SumParts): string {
  const kind = by ? `, ${by}` : '';
  const groupFacts = (
    from: string,
    facet: string,
    span: keyof typeof SPAN_START,
    [day, key1, key2]: readonly [string, string, string],
  ) =>
    `select ${facet} as facet, '${span}' as span, ${SPAN_START[span](day)} as starts_on, f.workstream, ${key1} as key_1, ${key2} as key_2${kind}, ${added}
       from ${from} f where ${key1} is not null group by 1, 2, 3, 4, 5, 6${by ? ', 7' : ''}`;
  const days = SINGLE_FACETS.map((item) => groupFacts('facts', `'${item}'`, 'day', ['f.day', FACET_SQL[item], '0']));
  const longerSpans = (['week', 'month'] as const).map((span) =>
    groupFacts('days', 'f.facet', span, ['f.starts_on', 'f.key_1', 'f.key_2']),
  );
  const pairs = PAIR_FACETS.flatMap(([a, b]) =>
    (['week', 'month'] as const).map((span) =>
      groupFacts('facts', `'${a} ${b}'`, span, ['f.day', FACET_SQL[a], FACET_SQL[b]]),
    ),
  );
  return `
    with facts as materialized (${facts}),
    days as materialized (${days.join(' union all ')})
    select * from days union all ${[...longerSpans, ...pairs].join(' union all ')}`;
}

/** Returns SQL of the rows of `quality_sum`. `facts` is a relation with the columns of `quality_fact` and `sign`. */
export const selectSums = (facts: string): string => `
  select * from (${createSums({
    facts: `select f.day, f.workstream, f.editor, f.cat2, f.cus1, f.checker, ${QUALITY_COUNTS.map((count) => `f.sign * (${COUNT_SQL[count]}) as ${count}`).join(', ')} from ${facts} f`,
    added: QUALITY_COUNTS.map((count) => `sum(f.${count})::int as ${count}`).join(', '),
  })}) s where ${hasNonZero}`;

/** Returns SQL of the rows of `quality_fault_sum` for facts. */
export const selectFaultSums = (facts: string): string => `
  select * from (${createSums({
    facts: `select f.day, f.workstream, f.editor, f.cat2, f.cus1, f.checker, k.kind, f.sign as n from ${facts} f cross join unnest(f.faults) k (kind)`,
    added: 'sum(f.n)::int as n',
    by: 'f.kind',
  })}) s where n <> 0`;

/** Returns SQL that adds the counts of facts to the stored sums. */
export const addSums = (facts: string): string => `
  insert into quality_sum as s (facet, span, starts_on, workstream, key_1, key_2, ${COUNT_COLUMNS}) ${selectSums(facts)}
  on conflict on constraint quality_sum_pkey do update
     set ${QUALITY_COUNTS.map((count) => `${count} = s.${count} + excluded.${count}`).join(', ')}`;

export const addFaultSums = (facts: string): string => `
  insert into quality_fault_sum as s (facet, span, starts_on, workstream, key_1, key_2, kind, n) ${selectFaultSums(facts)}
  on conflict on constraint quality_fault_sum_pkey do update set n = s.n + excluded.n`;

/** All stored facts with the sign 1. */
export const STORED_FACTS = `(select *, 1 as sign from quality_fact)`;
