import {
  FORMULAS,
  QUALITY_FIGURES,
  reckonFigure,
  type QualityBy,
  type QualityCounts,
} from '@darkroom/domain/quality/figures';
import { compareText } from '@darkroom/domain/text/order';
import type { AnswerOf } from '../../../http/handlers.ts';
import { column, dayInWords, layoutOf, type Column } from '../files/cells.ts';
import type { Names } from '../words/names.ts';

/** A line of the file. */
export interface QualityFileLine {
  readonly by: QualityBy;
  /** null: the whole, or what nobody edited. */
  readonly name: string | null;
  readonly whole: boolean;
  readonly counts: QualityCounts;
}

/** The line of all. */
export const isOfAll = ({ whole }: QualityFileLine): boolean => whole;

/** The lines of the report in the order of their names, the whole at the end. */
export function qualityLines(
  by: QualityBy,
  { results, total }: AnswerOf<'quality.report'>,
  names: Names,
): QualityFileLine[] {
  if (results.length === 0) return [];
  const lines = results
    .map(({ key, now }) => ({ by, name: nameOf(by, key, names), whole: false, counts: now }))
    .sort((one, other) => compareText(one.name ?? '', other.name ?? ''));
  return [...lines, { by, name: null, whole: true, counts: total }];
}

function nameOf(by: QualityBy, key: string, names: Names): string | null {
  switch (by) {
    case 'editor':
      return key === '0' ? null : names.user(Number(key));
    case 'category':
      return names.level('cat2', Number(key));
    case 'customer':
      return names.level('cus1', Number(key));
    case 'workstream':
    case 'week':
      return key;
    default: {
      const never: never = by;
      return never;
    }
  }
}

/** Each figure, as the screen says it, then what it is made of. */
const FIGURES = QUALITY_FIGURES.flatMap((figure): Column<QualityFileLine>[] => {
  const { of, among } = FORMULAS[figure];
  return [
    column(`quality:figure.${figure}`, 'money', 14, ({ counts }) => reckonFigure(counts, figure).value),
    column(`quality:of.${of}`, 'count', 11, ({ counts }) => counts[of]),
    column(`quality:of.${among}`, 'count', 11, ({ counts }) => counts[among]),
  ];
});

/** Excel and paper alike; what several figures are of is there once. */
export const qualityLayout = layoutOf<QualityFileLine>(
  [
    column('quality:by.label', 'text', 30, ({ by, name, whole }, { words, language }) => {
      if (name === null) return words(whole ? 'quality:all' : 'quality:nobody');
      return by === 'week' ? dayInWords(name, language) : name;
    }),
    ...FIGURES.filter((one, at) => FIGURES.findIndex(({ title }) => title === one.title) === at),
  ],
  (line) => [line],
  isOfAll,
);
