/** What is counted of facts (quality/facts). Every figure is made of two of these; they add up over days, people and categories. */
export const QUALITY_COUNTS = [
  'qc1_first',
  'qc1_passed',
  'qc2_first',
  'qc2_passed',
  'judged',
  'refused',
  'pieces',
  'faults',
  'completed',
  'reworked',
  'complained',
] as const;
export type QualityCount = (typeof QUALITY_COUNTS)[number];
export type QualityCounts = Readonly<Record<QualityCount, number>>;

export const NO_COUNTS = Object.fromEntries(QUALITY_COUNTS.map((count) => [count, 0])) as QualityCounts;

export const addCounts = (all: readonly QualityCounts[]): QualityCounts =>
  Object.fromEntries(
    QUALITY_COUNTS.map((count) => [count, all.reduce((sum, one) => sum + one[count], 0)]),
  ) as QualityCounts;

/** What the screen shows, in its order. What each means is said in words there: `quality:means.<figure>`. */
export const QUALITY_FIGURES = ['qc1_yield', 'qc2_yield', 'faults', 'rework', 'complaints'] as const;
export type QualityFigure = (typeof QUALITY_FIGURES)[number];

/** A figure is `of` for every hundred `among`; said as such only where `among` is at least `enough`. */
export interface Formula {
  readonly of: QualityCount;
  readonly among: QualityCount;
  readonly enough: number;
  /** A share of the whole, which is a percentage; else so many for every hundred. */
  readonly share: boolean;
}

const FEW_TASKS = 20;
const FEW_PIECES = 100;

/**
 * The formulas, once. First-pass yield: of the tasks that came to a check for the first time, those it let pass. Faults: kinds of fault
 * that checks named, for the pieces of tasks that came to their first check. Rework and complaints: tasks that were sent back, by
 * whomever and by a customer's complaint, for those that were completed for the first time.
 */
export const FORMULAS: Readonly<Record<QualityFigure, Formula>> = {
  qc1_yield: { of: 'qc1_passed', among: 'qc1_first', enough: FEW_TASKS, share: true },
  qc2_yield: { of: 'qc2_passed', among: 'qc2_first', enough: FEW_TASKS, share: true },
  faults: { of: 'faults', among: 'pieces', enough: FEW_PIECES, share: false },
  rework: { of: 'reworked', among: 'completed', enough: FEW_TASKS, share: false },
  complaints: { of: 'complained', among: 'completed', enough: FEW_TASKS, share: false },
};

/** Of one's own checking: the judgements that found a fault. For the checker alone. */
export const CHECKING: Formula = { of: 'refused', among: 'judged', enough: FEW_TASKS, share: true };

export interface Reckoned {
  readonly of: number;
  readonly among: number;
  /** For every hundred, to one decimal, or as many as it takes not to read as nothing; null where there are too few for it to say anything: "3 of 4" says what there is. */
  readonly value: number | null;
}

export function reckon(counts: QualityCounts, formula: Formula): Reckoned {
  const [of, among] = [counts[formula.of], counts[formula.among]];
  return { of, among, value: among < formula.enough ? null : told((of * 100) / among) };
}

/** One complaint in many thousands is not none: below a tenth the first digit that counts is kept. */
function told(value: number): number {
  return value > 0 && value < 0.05 ? Number(value.toPrecision(1)) : Math.round(value * 10) / 10;
}

export const reckonFigure = (counts: QualityCounts, figure: QualityFigure): Reckoned =>
  reckon(counts, FORMULAS[figure]);

/** An average of fewer people than this would tell of one of them. */
export const LEAST_PEOPLE = 3;

/** Severities of kinds of fault, the gravest first. */
export const SEVERITIES = ['critical', 'major', 'minor'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** How figures are told apart. */
export const QUALITY_BY = ['editor', 'category', 'customer', 'workstream', 'week'] as const;
export type QualityBy = (typeof QUALITY_BY)[number];

/** The longest period that is looked at at once. */
export const MOST_DAYS = 366;
