import type { QualityFigure } from '@darkroom/domain/quality/figures';
import type { QualityPart, QualityTask } from '@darkroom/contract/quality/quality';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Condition } from '../../db/list/condition.ts';
import type { PageQuery } from '../../db/list/page.ts';
import type { Asked } from './quality.queries.ts';

const first = (what: 'qc1' | 'qc2'): Condition => sql`f.what = ${sql.lit(what)} and f.first`;
const COMPLETED: Condition = sql`f.what = 'completed'`;
const BACK: Condition = sql`f.what = 'rework'`;
const FAULTY: Condition = sql`f.faults <> '{}'`;

/** The facts behind each figure, as its formula counts them (domain/quality/figures). */
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

/** The facts behind a figure, the last first. */
export function factsPage({ period, workstreams, narrowed }: Asked, { figure, part, kind }: Behind): PageQuery {
  const { editor, cat2, cus1, checker } = narrowed;
  return {
    from: sql`quality_fact f`,
    key: sql`f.history_id`,
    where: [
      sql`f.day >= ${period.from}::date and f.day <= ${period.to}::date`,
      BEHIND[figure][part],
      // Whoever sees both sees all: an index of days is in the list's order.
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
