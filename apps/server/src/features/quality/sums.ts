import { QUALITY_COUNTS, type QualityCount } from '@darkroom/domain/quality/figures';

/** What each fact adds to each count (domain/quality/figures), of a row of `quality_fact` called `f`. */
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

/** What one fact comes to, and sums of such rows. */
export const perFact = QUALITY_COUNTS.map((count) => `${ADDS[count]} as ${count}`).join(', ');
export const summed = QUALITY_COUNTS.map((count) => `sum(${count})::int as ${count}`).join(', ');

const signed = QUALITY_COUNTS.map((count) => `sum(f.sign * (${ADDS[count]}))::int as ${count}`).join(', ');

export const MONDAY = `(f.day - (extract(isodow from f.day)::int - 1))`;

const MONTH = `(date_trunc('month', f.day)::date)`;

// Each sum a fact is part of: told apart by nothing or one thing by day, week and month, by two things by week and month.
const ONE = ['all', 'editor', 'cat2', 'cus1', 'checker'] as const;
const TWO = [
  ['editor', 'cat2'],
  ['editor', 'cus1'],
  ['cat2', 'cus1'],
] as const;
const THING = { all: '0', editor: 'coalesce(f.editor, 0)', cat2: 'f.cat2', cus1: 'f.cus1', checker: 'f.checker' };
const FIRST = { day: 'f.day', week: MONDAY, month: MONTH };

const place = (facet: string, span: keyof typeof FIRST, a: string, b: string) =>
  `('${facet}', '${span}', ${FIRST[span]}, ${a}, ${b})`;
const PLACES = `
  cross join lateral (values ${[
    ...ONE.flatMap((one) => (['day', 'week', 'month'] as const).map((span) => place(one, span, THING[one], '0'))),
    ...TWO.flatMap(([a, b]) =>
      (['week', 'month'] as const).map((span) => place(`${a} ${b}`, span, THING[a], THING[b])),
    ),
  ].join(', ')}) p (facet, span, first, a, b)`;

/** A row of sums that says anything. */
export const differs = QUALITY_COUNTS.map((count) => `${count} <> 0`).join(' or ');

/** The rows of `quality_sum` that facts come to. `facts` is a relation with the columns of `quality_fact`, and `sign`. */
export const sumsOf = (facts: string): string => `
  select * from (
    select p.facet, p.span, p.first, f.workstream, p.a, p.b, ${signed}
      from ${facts} f ${PLACES} where p.a is not null group by 1, 2, 3, 4, 5, 6) s where ${differs}`;

/** The rows of `quality_fault_sum`. */
export const faultSumsOf = (facts: string): string => `
  select p.facet, p.span, p.first, f.workstream, p.a, p.b, k.kind, sum(f.sign)::int as n
    from ${facts} f ${PLACES} cross join unnest(f.faults) k (kind)
   where p.a is not null group by 1, 2, 3, 4, 5, 6, 7 having sum(f.sign) <> 0`;

/** Adds what facts come to onto the sums that are kept. */
export const addSums = (facts: string): string => `
  insert into quality_sum as s (facet, span, first, workstream, a, b, ${COUNT_COLUMNS}) ${sumsOf(facts)}
  on conflict on constraint quality_sum_pkey do update
     set ${QUALITY_COUNTS.map((count) => `${count} = s.${count} + excluded.${count}`).join(', ')}`;

export const addFaultSums = (facts: string): string => `
  insert into quality_fault_sum as s (facet, span, first, workstream, a, b, kind, n) ${faultSumsOf(facts)}
  on conflict on constraint quality_fault_sum_pkey do update set n = s.n + excluded.n`;

/** Every fact that is kept, each worth one. */
export const KEPT_FACTS = `(select *, 1 as sign from quality_fact)`;
