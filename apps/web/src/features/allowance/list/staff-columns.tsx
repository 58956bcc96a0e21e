import type { AllowanceRow, AllowanceMonthRow } from '@darkroom/contract/allowance/allowance';
import type { AllowancePart } from '@darkroom/domain/allowance/figures';
import { useMemo } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { Ellipsis } from '../../../ui/data-table/data-table-ellipsis.tsx';
import type { TableColumn } from '../../../ui/data-table/data-table-row.tsx';
import { TwoLines } from '../../../ui/data-table/columns/two-lines.tsx';
import { FigureTooltip } from '../../../ui/tooltip/figure-tooltip.tsx';
import { Money } from '../../../ui/money.tsx';
import { useFormula, type CalculatedFigure } from '../month/month-words.ts';

const countUnsettled = (row: AllowanceRow) => row.exceptions.filter(({ accepted }) => accepted === null).length;
const formatGroupAndTeams = (row: AllowanceRow) => [row.group_name, ...row.teams].join(' · ');

const FIGURES = [
  'total_transport',
  'daily_transport',
  'total_meal',
  'total_internet',
  'total_electricity',
  'total_online',
  'total_allowance',
] as const satisfies readonly CalculatedFigure[];
const packageOf = (row: AllowanceRow): number => row.monthly_allowance?.parking ?? 0;
/** True if no amount has decimals. Amounts then need no space for decimals, so column titles are above their figures. */
const areWholeAmounts = (rows: readonly AllowanceRow[]): boolean =>
  rows.every((row) => [packageOf(row), ...FIGURES.map((key) => row[key])].every(Number.isInteger));

/** Returns the columns of the members in a month. On a narrow screen, parts are hidden before their total. */
export function useStaffColumns(
  month: AllowanceMonthRow | undefined,
  rows: readonly AllowanceRow[],
): readonly TableColumn<AllowanceRow>[] {
  const { t } = useTranslation('allowance');
  const { number, money } = useFormat();
  const formula = useFormula();
  const hasWholeAmounts = areWholeAmounts(rows);
  return useMemo(() => {
    const amount = (value: number) => (hasWholeAmounts ? money(value) : <Money value={value}>{money(value)}</Money>);
    const figure = (key: CalculatedFigure, width: number, hideOrder?: number): TableColumn<AllowanceRow> => ({
      key,
      title: t(`figure.${key}`),
      width,
      align: 'end',
      ...(hideOrder === undefined ? {} : { hideOrder }),
      render: (row) => {
        const shown = amount(row[key]);
        return month ? <FigureTooltip words={() => formula(key, row, month)}>{shown}</FigureTooltip> : shown;
      },
    });
    // A part is already included in another figure, so its title and colour show this.
    const part = (key: AllowancePart, width: number, hideOrder: number): TableColumn<AllowanceRow> => {
      const column = figure(key, width, hideOrder);
      return {
        ...column,
        title: t(`part.${key}`),
        render: (row) => <span className="muted">{column.render(row)}</span>,
      };
    };
    return [
      {
        key: 'full_name',
        title: t('column.full_name'),
        min: 170,
        phone: 'title',
        grow: 2,
        sort: 'full_name',
        render: (row) => (
          <TwoLines
            first={<Ellipsis>{row.full_name}</Ellipsis>}
            second={<Ellipsis>{formatGroupAndTeams(row)}</Ellipsis>}
          />
        ),
      },
      {
        key: 'working_days',
        title: t('figure.working_days'),
        width: 84,
        align: 'end',
        hideOrder: 4,
        render: (row) => number(row.working_days),
      },
      {
        key: 'online_days',
        title: t('figure.online_days'),
        width: 84,
        align: 'end',
        hideOrder: 6,
        render: (row) => number(row.online_days),
      },
      figure('total_transport', 108, 7),
      part('daily_transport', 108, 3),
      {
        key: 'parking',
        title: t('column.monthlyPackage'),
        width: 108,
        align: 'end',
        hideOrder: 5,
        render: (row) => amount(packageOf(row)),
      },
      figure('total_meal', 112, 9),
      figure('total_online', 112, 8),
      part('total_internet', 108, 1),
      part('total_electricity', 112, 2),
      { ...figure('total_allowance', 124), sort: 'total_allowance', phone: 'state' },
      {
        key: 'exceptions',
        title: t('column.exceptions'),
        width: 84,
        align: 'end',
        empty: (row) => row.exceptions.length === 0,
        render: (row) => <ExceptionCount row={row} />,
      },
    ];
  }, [t, number, money, formula, month, hasWholeAmounts]);
}

function ExceptionCount({ row }: { row: AllowanceRow }) {
  const { t } = useTranslation('allowance');
  const { number } = useFormat();
  if (row.exceptions.length === 0) return null;
  const openCount = countUnsettled(row);
  const kinds = [...new Set(row.exceptions.map(({ kind }) => t(`exception.${kind}`)))].join(' · ');
  return (
    <FigureTooltip words={() => kinds}>
      <span className={openCount > 0 ? 'ink-danger semibold' : 'ink-muted'}>
        {number(openCount > 0 ? openCount : row.exceptions.length)}
      </span>
    </FigureTooltip>
  );
}
