// Who should take it (decision 135): editors in an order with reasons, for whoever hands work out. Nothing is assigned by it.

/** What is known of an editor, as far as some chosen tasks go; of the workstream and four eyes they suit already. */
export interface EditorFacts {
  readonly user_id: number;
  /** Of the tasks' categories: tasks of theirs that came to QC 1 for the first time, those it let pass, those completed. */
  readonly first: number;
  readonly passed: number;
  readonly done: number;
  /** Work in hand. */
  readonly minutes: number;
  readonly open_tasks: number;
  /** They took a step within the last hour. */
  readonly working: boolean;
  /** Tasks of the tasks' customers that they completed. */
  readonly of_customer: number;
}

/** So far back looks what is known: categories change hands sooner than customers do. */
export const CATEGORY_WEEKS = 12;
export const CUSTOMER_WEEKS = 52;
/** Whoever took a step so lately is at work. */
export const WORKING_MS = 3_600_000;

/** Few tasks say little: each editor's yield is reckoned as if so many more had gone as they go with everybody. */
export const SHRINK = 20;
/** Of a category nobody has edited yet. */
const USUAL_YIELD = 0.9;

/** What a reason is worth, in points of a hundred: a hundred is a yield of 100 % with empty hands. */
export const POINTS = {
  /** Taken off for each hour of work in hand, up to a day's. */
  per_hour: 3,
  most_hours: 8,
  /** Given to whoever is at work now. */
  working: 4,
  /** Given for every five tasks of the customer, up to fifteen of them. */
  per_five_of_customer: 1,
  most_of_customer: 15,
} as const;

/** The yield somebody is reckoned with, 0 to 1: few tasks are drawn towards what all of them come to. */
export const shrunkYield = ({ first, passed }: Pick<EditorFacts, 'first' | 'passed'>, usual: number): number =>
  (passed + SHRINK * usual) / (first + SHRINK);

export interface Advised extends EditorFacts {
  /** 1 is advised first. */
  readonly place: number;
  /** The sum of the points, to one decimal. */
  readonly score: number;
}

/** The editors, who should take it first before the others; of equals whoever has less in hand. */
export function advise(editors: readonly EditorFacts[]): Advised[] {
  const first = editors.reduce((sum, one) => sum + one.first, 0);
  const passed = editors.reduce((sum, one) => sum + one.passed, 0);
  const usual = (passed + SHRINK * USUAL_YIELD) / (first + SHRINK);
  return editors
    .map((one) => ({ ...one, score: Math.round(scoreOf(one, usual) * 10) / 10 }))
    .sort((a, b) => b.score - a.score || a.minutes - b.minutes || a.open_tasks - b.open_tasks || a.user_id - b.user_id)
    .map((one, at) => ({ ...one, place: at + 1 }));
}

function scoreOf(one: EditorFacts, usual: number): number {
  const hours = Math.min(one.minutes / 60, POINTS.most_hours);
  const known = Math.floor(Math.min(one.of_customer, POINTS.most_of_customer) / 5);
  return (
    100 * shrunkYield(one, usual) -
    POINTS.per_hour * hours +
    (one.working ? POINTS.working : 0) +
    POINTS.per_five_of_customer * known
  );
}
