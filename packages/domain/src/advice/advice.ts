// Advice for an assignment (decision 135): the editors in order, with reasons. It assigns nothing.

/** Facts of an editor for the selected tasks. Workstream and four eyes are checked before. */
export interface EditorFacts {
  readonly user_id: number;
  /** Tasks in the same categories: those with a first QC 1, those that passed it, those completed. */
  readonly first: number;
  readonly passed: number;
  readonly done: number;
  /** Work in progress. */
  readonly minutes: number;
  readonly open_tasks: number;
  /** True if the editor made a step within the last hour. */
  readonly working: boolean;
  /** Completed tasks of the same customers. */
  readonly of_customer: number;
}

/** Period of the facts. Editors change categories more often than customers. */
export const CATEGORY_HISTORY_WEEKS = 12;
export const CUSTOMER_HISTORY_WEEKS = 52;
/** An editor with a step within this time is working. */
export const WORKING_MS = 3_600_000;

/** Number of tasks at the usual yield that is added to each editor's yield, because few tasks are not reliable. */
export const PRIOR_TASKS = 20;
/** Yield of a category that has no edited tasks. */
const DEFAULT_YIELD = 0.9;

/** Points of each reason. A yield of 100 % without work in progress has 100 points. */
export const ADVICE_POINTS = {
  /** Deduction per hour of work in progress, up to a day. */
  per_hour: 3,
  most_hours: 8,
  /** Bonus for an editor who is working now. */
  working: 4,
  /** Bonus for every five tasks of the customer, up to fifteen tasks. */
  per_five_of_customer: 1,
  most_of_customer: 15,
} as const;

/** Returns the yield of an editor from 0 to 1, closer to the usual yield if the tasks are few. */
export const smoothYield = ({ first, passed }: Pick<EditorFacts, 'first' | 'passed'>, averageYield: number): number =>
  (passed + PRIOR_TASKS * averageYield) / (first + PRIOR_TASKS);

export interface RankedEditor extends EditorFacts {
  /** Rank: 1 is the best. */
  readonly rank: number;
  /** Sum of the points, to one decimal. */
  readonly score: number;
}

/** Returns the editors in the order of advice. Of equal editors, the editor with less work in progress is first. */
export function rankEditors(editors: readonly EditorFacts[]): RankedEditor[] {
  const first = editors.reduce((sum, one) => sum + one.first, 0);
  const passed = editors.reduce((sum, one) => sum + one.passed, 0);
  const averageYield = (passed + PRIOR_TASKS * DEFAULT_YIELD) / (first + PRIOR_TASKS);
  return editors
    .map((editor) => ({ ...editor, score: Math.round(scoreEditor(editor, averageYield) * 10) / 10 }))
    .sort((a, b) => b.score - a.score || a.minutes - b.minutes || a.open_tasks - b.open_tasks || a.user_id - b.user_id)
    .map((item, index) => ({ ...item, rank: index + 1 }));
}

function scoreEditor(one: EditorFacts, averageYield: number): number {
  const hours = Math.min(one.minutes / 60, ADVICE_POINTS.most_hours);
  const customerBonus = Math.floor(Math.min(one.of_customer, ADVICE_POINTS.most_of_customer) / 5);
  return (
    100 * smoothYield(one, averageYield) -
    ADVICE_POINTS.per_hour * hours +
    (one.working ? ADVICE_POINTS.working : 0) +
    ADVICE_POINTS.per_five_of_customer * customerBonus
  );
}
