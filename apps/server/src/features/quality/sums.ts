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

/** The counts of facts, summed: `sign` is what each fact is worth. */
export const summed = (sign: string): string =>
  QUALITY_COUNTS.map((count) => `sum(${sign} * (${ADDS[count]}))::int as ${count}`).join(', ');

export const MONDAY = `(f.day - (extract(isodow from f.day)::int - 1))`;

// Each sum a fact is part of: told apart by nothing, by one thing by day and by week, by two things by week.
const PLACES = `
  cross join lateral (values
    ('all', 'day', f.day, 0, 0), ('all', 'week', ${MONDAY}, 0, 0),
    ('editor', 'day', f.day, coalesce(f.editor, 0), 0), ('editor', 'week', ${MONDAY}, coalesce(f.editor, 0), 0),
    ('cat2', 'day', f.day, f.cat2, 0), ('cat2', 'week', ${MONDAY}, f.cat2, 0),
    ('cus1', 'day', f.day, f.cus1, 0), ('cus1', 'week', ${MONDAY}, f.cus1, 0),
    ('checker', 'day', f.day, f.checker, 0), ('checker', 'week', ${MONDAY}, f.checker, 0),
    ('editor cat2', 'week', ${MONDAY}, coalesce(f.editor, 0), f.cat2),
    ('editor cus1', 'week', ${MONDAY}, coalesce(f.editor, 0), f.cus1),
    ('cat2 cus1', 'week', ${MONDAY}, f.cat2, f.cus1)) p (facet, span, first, a, b)`;

/** A row of sums that says anything. */
export const differs = QUALITY_COUNTS.map((count) => `${count} <> 0`).join(' or ');

/** The rows of `quality_sum` that facts come to. `facts` is a relation with the columns of `quality_fact`, and `sign`. */
export const sumsOf = (facts: string): string => `
  select * from (
    select p.facet, p.span, p.first, f.workstream, p.a, p.b, ${summed('f.sign')}
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
