import { addDays, dayOf, mondayOf, type Instant } from '@darkroom/domain/calendar/day';
import { NO_COUNTS, reckonFigure, type Reckoned } from '@darkroom/domain/quality/figures';
import type { Database } from '../../db/connect.ts';
import { findEditorYields } from './editor-yield.queries.ts';

export interface EditorYield {
  /** First-pass yield at QC 1; of the category 1 where there is too little of the category 2 itself. */
  readonly first_pass: Reckoned;
  /** What the yield is of. */
  readonly of: 'cat2' | 'cat1';
  /** Tasks they edited that were completed, in the category 2. */
  readonly done: number;
}

const WEEKS = 12;

/** How editors did in a category 2 over the last weeks, this one with them; who did nothing there or beside it is not in it. */
export async function editorYields(
  db: Database,
  { cat2, now, weeks = WEEKS }: { cat2: number; now: Instant; weeks?: number },
): Promise<Map<number, EditorYield>> {
  const since = addDays(mondayOf(dayOf(now)), -7 * (weeks - 1));
  const rows = await findEditorYields(db, cat2, since);
  return new Map(
    rows.map((row): [number, EditorYield] => {
      const own = reckonFigure({ ...NO_COUNTS, qc1_first: row.first, qc1_passed: row.passed }, 'qc1_yield');
      const wider = { ...NO_COUNTS, qc1_first: row.first_cat1, qc1_passed: row.passed_cat1 };
      const done = row.completed;
      if (own.value !== null) return [row.editor, { first_pass: own, of: 'cat2', done }];
      return [row.editor, { first_pass: reckonFigure(wider, 'qc1_yield'), of: 'cat1', done }];
    }),
  );
}
