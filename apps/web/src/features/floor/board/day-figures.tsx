import { DAY_FIGURES, type DayFigure } from '@darkroom/domain/floor/figures';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { FigureTooltip } from '../../../ui/tooltip/figure-tooltip.tsx';
import type { Board } from './use-wait-format.ts';
import styles from './day-figures.module.css';
import floor from './floor-board.module.css';

type Today = Board['today'];

/** Figures of the day, and a bar of completed work compared with a typical day. Screen readers read a table. */
export function DayFigures({ today, isLarge }: { today: Today; isLarge: boolean }) {
  const { t } = useTranslation('floor');
  const { number } = useFormat();
  const formatTypical = (figure: DayFigure): string => {
    const { usual: n } = today[figure];
    if (n === null) return t('today.noComparison');
    // A median can be fractional, but tasks are whole.
    const whole = number(Math.round(n));
    return t('today.usual', { n: figure === 'on_time' ? `${whole}%` : whole });
  };
  const formatCurrent = (figure: DayFigure): string => {
    if (figure !== 'on_time') return number(today[figure].now);
    return today.on_time.due === 0
      ? '–'
      : t('today.onTimeOf', { n: number(today.on_time.now), due: number(today.on_time.due) });
  };
  return (
    <section className={styles.counters} aria-label={t('today.title')}>
      <h2 className={isLarge ? 'visually-hidden' : undefined}>{t('today.title')}</h2>
      <dl className={styles.figures}>
        {DAY_FIGURES.map((figure) => (
          <div key={figure} data-figure={figure}>
            <dt>{t(`today.${figure}`)}</dt>
            <dd className={floor.figure}>
              <FigureTooltip words={() => t(`explanation.${figure}`)}>{formatCurrent(figure)}</FigureTooltip>
            </dd>
            <dd className={styles.typicalValue}>
              {figure === 'on_time' && today.on_time.due === 0 ? t('today.noDue') : formatTypical(figure)}
            </dd>
          </div>
        ))}
      </dl>
      <DayBar today={today} />
      {!isLarge && (
        <DayFiguresTable
          formatCurrent={formatCurrent}
          formatTypical={(figure) => (today[figure].usual === null ? '–' : formatTypical(figure))}
        />
      )}
    </section>
  );
}

/** Bar of completed work, with a typical day at this time as an outline and received work as a mark. */
function DayBar({ today: { added, done } }: { today: Today }) {
  const { t } = useTranslation('floor');
  const { number } = useFormat();
  const typicalDone = done.usual ?? 0;
  const whole = Math.max(1, added.now, done.now, typicalDone);
  const words = { done: number(done.now), usual: number(Math.round(typicalDone)), added: number(added.now) };
  const at = (n: number) => (n / whole) * 1000;
  return (
    <svg
      className={styles.bar}
      viewBox="0 0 1000 16"
      preserveAspectRatio="none"
      role="img"
      aria-label={t('today.bar', words)}
    >
      <rect className={styles.barTrack} x="0" y="3" width="1000" height="10" />
      <rect className={styles.barDone} x="0" y="3" width={at(done.now)} height="10" />
      {typicalDone > 0 && <rect className={styles.barTypical} x="0" y="1" width={at(typicalDone)} height="14" />}
      <rect className={styles.barReceived} x={Math.max(0, at(added.now) - 3)} y="0" width="3" height="16" />
    </svg>
  );
}

interface DayFiguresTableProps {
  formatCurrent: (figure: DayFigure) => string;
  formatTypical: (figure: DayFigure) => string;
}

function DayFiguresTable({ formatCurrent, formatTypical }: DayFiguresTableProps) {
  const { t } = useTranslation('floor');
  return (
    <table className="visually-hidden">
      <caption>{t('today.table')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('today.figure')}</th>
          <th scope="col">{t('today.now')}</th>
          <th scope="col">{t('today.usualDay')}</th>
        </tr>
      </thead>
      <tbody>
        {DAY_FIGURES.map((figure) => (
          <tr key={figure}>
            <th scope="row">{t(`today.${figure}`)}</th>
            <td>{formatCurrent(figure)}</td>
            <td>{formatTypical(figure)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
