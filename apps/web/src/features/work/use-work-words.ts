import type { OutputOf } from '@darkroom/contract/endpoint';
import type { workEndpoints } from '@darkroom/contract/floor/work';
import type { WorkFigure, WorkPeriod, WorkSpan } from '@darkroom/domain/work/work';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/words/format.ts';
import { useSpan } from '../../lib/words/use-span.ts';

export type Work = OutputOf<typeof workEndpoints.list>;
export type WorkRow = Work['results'][number];
type Figures = Work['total'];

const share = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 100));

/** Amount of a figure: minutes, a share in percent, or a number. Null without data. */
export function amountOf(figure: WorkFigure, of: Figures): number | null {
  switch (figure) {
    case 'waiting':
      return of.taken_up === 0 ? null : Math.round(of.waiting / of.taken_up);
    case 'first_time_right':
      return share(of.first_time_right, of.completed);
    case 'faults':
      return of.faults.reduce((all, { count }) => all + count, 0);
    default:
      return of[figure];
  }
}

/** Texts of figures and periods. */
export function useWorkWords() {
  const { t } = useTranslation('work');
  const { number, day } = useFormat();
  const { exact } = useSpan();
  return useMemo(() => {
    return {
      /** `12`, `3 h 5 min`, `83% (5 of 6)`. */
      figure: (figure: WorkFigure, of: Figures): string => {
        const amount = amountOf(figure, of);
        if (amount === null) return '–';
        if (figure === 'working' || figure === 'waiting') return exact(amount);
        if (figure !== 'first_time_right') return number(amount);
        return t('share', { percent: number(amount), part: number(of.first_time_right), whole: number(of.completed) });
      },
      /** `20 Nov 2026`, `16 Nov 2026 – 22 Nov 2026`, `11/2026`. */
      period: (by: WorkSpan, { from, to }: WorkPeriod): string => {
        if (by === 'month') return `${from.slice(5, 7)}/${from.slice(0, 4)}`;
        return from === to ? day(from) : `${day(from)} – ${day(to)}`;
      },
      /** Short form: `20`, `16/11`, `11/26`. */
      short: (by: WorkSpan, { from }: WorkPeriod): string => {
        if (by === 'month') return `${from.slice(5, 7)}/${from.slice(2, 4)}`;
        return by === 'day' ? String(Number(from.slice(8))) : `${from.slice(8)}/${from.slice(5, 7)}`;
      },
    };
  }, [t, number, day, exact]);
}
