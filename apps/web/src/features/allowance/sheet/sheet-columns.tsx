import type { AllowanceMonthRow } from '@darkroom/contract/allowance/allowance';
import type { FeeKind } from '@darkroom/domain/allowance/fees';
import { isSunday } from '@darkroom/domain/allowance/figures';
import { daysOfMonth, weekday, type Day } from '@darkroom/domain/calendar/day';
import { useMemo } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { getCellState } from '../../../ui/grid/draft.ts';
import { joinClassNames, type EditColumn } from '../../../ui/grid/grid-row.tsx';
import { Money } from '../../../ui/money.tsx';
import { monthOfRow } from '../month/month-words.ts';
import { formatCell, fieldOf, amountOfLayer, sumLayer, savedValueOf, type MemberMonth } from './member-month.ts';
import styles from './sheet.module.css';

/** Returns the days of a month, its days off, and the names of its holidays. */
export function useMonthDays(month: AllowanceMonthRow) {
  const { i18n } = useTranslation();
  const language = i18n.resolvedLanguage === 'vi' ? 'vi' : 'en';
  return useMemo(() => {
    const days = daysOfMonth(monthOfRow(month));
    const holidays = new Map(month.holidays.map((holiday) => [holiday.date, holiday[language]]));
    const off = new Set(days.filter((day) => isSunday(day) || holidays.has(day)));
    return { days, holidays, off };
  }, [month, language]);
}
export type MonthDays = ReturnType<typeof useMonthDays>;

/** Cell states that are marked. The line below the sheet gives the reason. */
const MARKED_STATES: ReadonlySet<string | null> = new Set(['refused', 'lost', 'theirs', 'unread']);

interface SheetColumns {
  days: MonthDays;
  layer: FeeKind;
  /** Sets a meal or an online day. Both need only one key. */
  onKey: (person: MemberMonth, date: Day, typed: string) => void;
}

/** Returns the columns of the sheet: member, each day of the month, and totals. */
export function useSheetColumns({ days: { days, holidays, off }, layer, onKey }: SheetColumns) {
  const { t } = useTranslation('allowance');
  const format = useFormat();
  return useMemo((): readonly EditColumn<MemberMonth>[] => {
    const dayColumn = (date: Day): EditColumn<MemberMonth> => ({
      key: date,
      // Two letters, because day columns are narrow.
      head: (
        <>
          <span>{t(`weekday.${weekday(date) as 0}`).slice(0, 2)}</span>
          <span>{Number(date.slice(8))}</span>
        </>
      ),
      hint: holidays.get(date),
      className: styles.day,
      isOff: off.has(date),
      draw: (person) => {
        const text = formatCell(person, date, layer);
        return layer === 'online_fee' && text === '1' ? <span aria-label={t('kind.online_fee')}>●</span> : text;
      },
      mark: ({ row, changes }) => {
        const field = fieldOf(date, layer);
        const change = changes.get(field);
        if (!change) return {};
        const state = getCellState(change, savedValueOf(row, field));
        return { state: state ?? undefined, isInvalid: MARKED_STATES.has(state) };
      },
      text: (person) => formatCell(person, date, layer),
      label: ({ row }) => t('sheet.cell', { name: row.full_name, day: format.day(date) }),
      inputMode: layer === 'parking_fee' ? 'text' : 'numeric',
      // A parking tier can have several letters, so one key is not enough.
      ...(layer !== 'parking_fee' && {
        onType: (person: MemberMonth, typed: string | undefined) => {
          if (typed === undefined) return false;
          onKey(person, date, typed);
          return true;
        },
      }),
    });
    return [
      {
        key: 'name',
        isFixed: true,
        isRowHead: true,
        head: t('column.full_name'),
        className: styles.name,
        mark: ({ row }) => ({ title: row.full_name }),
        draw: ({ row }) => row.full_name,
      },
      ...days.map(dayColumn),
      {
        key: 'count',
        isFixed: true,
        head: t('sheet.count'),
        className: joinClassNames(styles.sum, styles.count),
        draw: ({ counted }) => format.number(sumLayer(layer, counted)),
      },
      {
        key: 'amount',
        isFixed: true,
        // Aligns the title with the figures, which leave space for decimals.
        head: <Money value={0}>{t(`sheet.amount.${layer}`)}</Money>,
        className: joinClassNames(styles.sum, styles.amount),
        draw: ({ figures }) => {
          const amount = amountOfLayer(layer, figures);
          return <Money value={amount}>{format.money(amount)}</Money>;
        },
      },
      {
        key: 'total',
        isFixed: true,
        head: <Money value={0}>{t('figure.total_allowance')}</Money>,
        className: joinClassNames(styles.sum, styles.total),
        draw: ({ figures }) => <Money value={figures.total_allowance}>{format.money(figures.total_allowance)}</Money>,
      },
    ];
  }, [t, format, days, holidays, off, layer, onKey]);
}
