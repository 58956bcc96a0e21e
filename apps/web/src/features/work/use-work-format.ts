import type { OutputOf } from '@darkroom/contract/endpoint';
import type { workEndpoints } from '@darkroom/contract/floor/work';
import type { WorkFigure, WorkPeriod, WorkSpan } from '@darkroom/domain/work/work';
import { useMemo } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../lib/i18n/format.ts';
import { useDurationFormat } from '../../lib/i18n/use-duration-format.ts';

export type Work = OutputOf<typeof workEndpoints.list>;
export type WorkRow = Work['results'][number];
type WorkFigures = Work['total'];

const toPercent = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 100));

/** Returns the amount of a figure: minutes, a share in percent, or a number. Null if there is no data. */
export function getAmount(figure: WorkFigure, figures: WorkFigures): number | null {
  switch (figure) {
    case 'waiting':
      return figures.taken === 0 ? null : Math.round(figures.waiting / figures.taken);
    case 'first_pass':
      return toPercent(figures.first_pass, figures.completed);
    case 'faults':
      return figures.faults.reduce((all, { count }) => all + count, 0);
    default:
      return figures[figure];
  }
}

export function useWorkFormat() {
  const { t } = useTranslation('work');
  const { number, day } = useFormat();
  const { exact: formatExact } = useDurationFormat();
  return useMemo(() => {
    return {
      /** Formats a figure: `12`, `3 h 5 min`, `83% (5 of 6)`. */
      figure: (figure: WorkFigure, figures: WorkFigures): string => {
        const amount = getAmount(figure, figures);
        if (amount === null) return '–';
        if (figure === 'working' || figure === 'waiting') return formatExact(amount);
        if (figure !== 'first_pass') return number(amount);
        return t('share', {
          percent: number(amount),
          part: number(figures.first_pass),
          whole: number(figures.completed),
        });
      },
      /** Formats a period: `20 Nov 2026`, `16 Nov 2026 – 22 Nov 2026`, `11/2026`. */
      period: (by: WorkSpan, { from, to }: WorkPeriod): string => {
        if (by === 'month') return `${from.slice(5, 7)}/${from.slice(0, 4)}`;
        return from === to ? day(from) : `${day(from)} – ${day(to)}`;
      },
      /** Formats a period in its short form: `20`, `16/11`, `11/26`. */
      short: (by: WorkSpan, { from }: WorkPeriod): string => {
        if (by === 'month') return `${from.slice(5, 7)}/${from.slice(2, 4)}`;
        return by === 'day' ? String(Number(from.slice(8))) : `${from.slice(8)}/${from.slice(5, 7)}`;
      },
    };
  }, [t, number, day, formatExact]);
}
