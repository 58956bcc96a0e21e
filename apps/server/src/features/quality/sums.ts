import { QUALITY_COUNTS, type QualityCount } from '@darkroom/domain/quality/figures';

/** Value of each fact for each count (domain/quality/figures), for a row of `quality_fact` called `f`. */
const ADDS: Readonly<Record<QualityCount, string>> = {
  qc1_first: `(f.what = 'qc1' and f.first)::int`,
  qc1_passed: `(f.what = 'qc1' and f.first and f.passed)::int`,
  qc2_first: `(f.what = 'qc2' and f.first)::int`,
  qc2_passed: `(f.what = 'qc2' and f.first and f.passed)::int`,
  judged: `(f.passed is not null)::int`,
  refused: `(f.passed is false)::int`,
  pieces: `case when f.opening then f.pieces else 0 end`,
  faults: `cardinality(f.faults)`,
  completed: `(f.what = 'completed')::int`,
  reworked: `(f.what = 'rework')::int`,
  complained: `f.complaint::int`,
};

export const COUNT_COLUMNS = QUALITY_COUNTS.join(', ');

/** The counts of one fact, and the sums of such rows. */
export const perFact = QUALITY_COUNTS.map((count) => `${ADDS[count]} as ${count}`).join(', ');
export const summed = QUALITY_COUNTS.map((count) => `sum(${count})::int as ${count}`).join(', ');

const MONDAY_OF = (day: string) => `(${day} - (extract(isodow from ${day})::int - 1))`;
export const MONDAY = MONDAY_OF('f.day');

// All sums of a fact: by day, week and month with no or one grouping, by week and month with two.
const FIRST = {
  day: (day: string) => day,
  week: MONDAY_OF,
  month: (day: string) => `date_trunc('month', ${day})::date`,
};
const ONE = ['all', 'editor', 'cat2', 'cus1', 'checker'] as const;
const TWO = [
  ['editor', 'cat2'],
  ['editor', 'cus1'],
  ['cat2', 'cus1'],
] as const;
const THING = { all: '0', editor: 'coalesce(f.editor, 0)', cat2: 'f.cat2', cus1: 'f.cus1', checker: 'f.checker' };

/** True for a row of sums with a value other than zero. */
export const differs = QUALITY_COUNTS.map((count) => `${count} <> 0`).join(' or ');

interface Summing {
  /** The facts, each with its counts. */
  readonly facts: string;
  /** The added columns, and the grouping columns besides facet, span, day, workstream and things. */
  readonly added: string;
  readonly by?: string;
}

/** Adds facts to all sums. Days come from facts, weeks and months from days, which saves many additions. */
function summedUp({ facts, added, by }: Summing): string {
  const kind = by ? `, ${by}` : '';
  const grouped = (
    from: string,
    facet: string,
    span: keyof typeof FIRST,
    [day, a, b]: readonly [string, string, string],
  ) =>
    `select ${facet} as facet, '${span}' as span, ${FIRST[span](day)} as first, f.workstream, ${a} as a, ${b} as b${kind}, ${added}
       from ${from} f where ${a} is not null group by 1, 2, 3, 4, 5, 6${by ? ', 7' : ''}`;
  const days = ONE.map((one) => grouped('facts', `'${one}'`, 'day', ['f.day', THING[one], '0']));
  const longer = (['week', 'month'] as const).map((span) =>
    grouped('days', 'f.facet', span, ['f.first', 'f.a', 'f.b']),
  );
  const two = TWO.flatMap(([a, b]) =>
    (['week', 'month'] as const).map((span) => grouped('facts', `'${a} ${b}'`, span, ['f.day', THING[a], THING[b]])),
  );
  return `
    with facts as materialized (${facts}),
    days as materialized (${days.join(' union all ')})
    select * from days union all ${[...longer, ...two].join(' union all ')}`;
}

/** The rows of `quality_sum` for facts. `facts` is a relation with the columns of `quality_fact`, and `sign`. */
export const sumsOf = (facts: string): string => `
  select * from (${summedUp({
    facts: `select f.day, f.workstream, f.editor, f.cat2, f.cus1, f.checker, ${QUALITY_COUNTS.map((count) => `f.sign * (${ADDS[count]}) as ${count}`).join(', ')} from ${facts} f`,
    added: QUALITY_COUNTS.map((count) => `sum(f.${count})::int as ${count}`).join(', '),
  })}) s where ${differs}`;

/** The rows of `quality_fault_sum` for facts. */
export const faultSumsOf = (facts: string): string => `
  select * from (${summedUp({
    facts: `select f.day, f.workstream, f.editor, f.cat2, f.cus1, f.checker, k.kind, f.sign as n from ${facts} f cross join unnest(f.faults) k (kind)`,
    added: 'sum(f.n)::int as n',
    by: 'f.kind',
  })}) s where n <> 0`;

/** Adds the counts of facts to the stored sums. */
export const addSums = (facts: string): string => `
  insert into quality_sum as s (facet, span, first, workstream, a, b, ${COUNT_COLUMNS}) ${sumsOf(facts)}
  on conflict on constraint quality_sum_pkey do update
     set ${QUALITY_COUNTS.map((count) => `${count} = s.${count} + excluded.${count}`).join(', ')}`;

export const addFaultSums = (facts: string): string => `
  insert into quality_fault_sum as s (facet, span, first, workstream, a, b, kind, n) ${faultSumsOf(facts)}
  on conflict on constraint quality_fault_sum_pkey do update set n = s.n + excluded.n`;

/** All stored facts with the sign 1. */
export const KEPT_FACTS = `(select *, 1 as sign from quality_fact)`;
