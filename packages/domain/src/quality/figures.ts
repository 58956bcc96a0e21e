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

/** Figures of the screen in their order. The screen explains each: `quality:explanation.<figure>`. */
export const QUALITY_FIGURES = ['qc1_yield', 'qc2_yield', 'faults', 'rework', 'complaints'] as const;
export type QualityFigure = (typeof QUALITY_FIGURES)[number];

/** A figure is `numerator` per hundred `denominator`. It is shown only if the denominator is at least `minDenominator`. */
export interface Formula {
  readonly numerator: QualityCount;
  readonly denominator: QualityCount;
  readonly minDenominator: number;
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
  qc1_yield: { numerator: 'qc1_passed', denominator: 'qc1_first', minDenominator: MIN_TASKS, share: true },
  qc2_yield: { numerator: 'qc2_passed', denominator: 'qc2_first', minDenominator: MIN_TASKS, share: true },
  faults: { numerator: 'faults', denominator: 'pieces', minDenominator: MIN_PIECES, share: false },
  rework: { numerator: 'reworked', denominator: 'completed', minDenominator: MIN_TASKS, share: false },
  complaints: { numerator: 'complained', denominator: 'completed', minDenominator: MIN_TASKS, share: false },
};

/** Share of a QC's checks that found a fault. Shown only to that QC. */
export const FAULT_RATE: Formula = {
  numerator: 'refused',
  denominator: 'checked',
  minDenominator: MIN_TASKS,
  share: true,
};

export interface CalculatedRatio {
  readonly numerator: number;
  readonly denominator: number;
  /** Per hundred, to one decimal, or to more if it would read as 0. Null if there are too few, so that "3 of 4" is shown. */
  readonly value: number | null;
}

export function calculateRatio(counts: QualityCounts, formula: Formula): CalculatedRatio {
  const [numerator, denominator] = [counts[formula.numerator], counts[formula.denominator]];
  return {
    numerator,
    denominator,
    value: denominator < formula.minDenominator ? null : roundValue((numerator * 100) / denominator),
  };
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
