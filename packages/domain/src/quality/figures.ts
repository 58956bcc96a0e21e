/** Counters of facts (quality/facts), which add up over days, people and categories. Each figure is a ratio of two of them. */
export const QUALITY_COUNTS = [
  'qc1_first',
  'qc1_passed',
  'qc2_first',
  'qc2_passed',
  'checked',
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

export const sumCounts = (all: readonly QualityCounts[]): QualityCounts =>
  Object.fromEntries(
    QUALITY_COUNTS.map((count) => [count, all.reduce((sum, one) => sum + one[count], 0)]),
  ) as QualityCounts;

/** Figures of the screen in their order. The screen explains each: `quality:means.<figure>`. */
export const QUALITY_FIGURES = ['qc1_yield', 'qc2_yield', 'faults', 'rework', 'complaints'] as const;
export type QualityFigure = (typeof QUALITY_FIGURES)[number];

/** A figure is `of` per hundred `among`. It is shown only if `among` is at least `enough`. */
export interface Formula {
  readonly of: QualityCount;
  readonly among: QualityCount;
  readonly enough: number;
  /** True if the figure is a percentage of the whole. Otherwise it is a rate per hundred. */
  readonly share: boolean;
}

const MIN_TASKS = 20;
const MIN_PIECES = 100;

/**
 * Formulas of the figures. First-pass yield: share of the first checks that passed. Faults: fault types per pieces of the tasks at their
 * first check. Rework and complaints: tasks sent to rework, in all and by a complaint, per first completions.
 */
export const FORMULAS: Readonly<Record<QualityFigure, Formula>> = {
  qc1_yield: { of: 'qc1_passed', among: 'qc1_first', enough: MIN_TASKS, share: true },
  qc2_yield: { of: 'qc2_passed', among: 'qc2_first', enough: MIN_TASKS, share: true },
  faults: { of: 'faults', among: 'pieces', enough: MIN_PIECES, share: false },
  rework: { of: 'reworked', among: 'completed', enough: MIN_TASKS, share: false },
  complaints: { of: 'complained', among: 'completed', enough: MIN_TASKS, share: false },
};

/** Share of a QC's checks that found a fault. Shown only to that QC. */
export const FAULT_RATE: Formula = { of: 'refused', among: 'checked', enough: MIN_TASKS, share: true };

export interface CalculatedRatio {
  readonly of: number;
  readonly among: number;
  /** Per hundred, to one decimal, or to more if it would read as 0. Null if there are too few, so that "3 of 4" is shown. */
  readonly value: number | null;
}

export function calculateRatio(counts: QualityCounts, formula: Formula): CalculatedRatio {
  const [of, among] = [counts[formula.of], counts[formula.among]];
  return { of, among, value: among < formula.enough ? null : roundValue((of * 100) / among) };
}

/** Rounds a value. Small values show their first digit, so that one complaint in thousands does not read as 0. */
function roundValue(value: number): number {
  return value > 0 && value < 0.05 ? Number(value.toPrecision(1)) : Math.round(value * 10) / 10;
}

export const calculateFigure = (counts: QualityCounts, figure: QualityFigure): CalculatedRatio =>
  calculateRatio(counts, FORMULAS[figure]);

/** Minimum number of people in an average, so that it does not reveal a single person. */
export const MIN_PEOPLE = 3;

/** Severities of fault types, most severe first. */
export const SEVERITIES = ['critical', 'major', 'minor'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const QUALITY_GROUPINGS = ['editor', 'category', 'customer', 'workstream', 'week'] as const;
export type QualityGrouping = (typeof QUALITY_GROUPINGS)[number];

export const MAX_PERIOD_DAYS = 366;
