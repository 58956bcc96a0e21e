import type { allowanceEndpoints } from '@darkroom/contract/allowance/allowance';
import type { OutputOf } from '@darkroom/contract/endpoint';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import { BarChart } from '../../../ui/chart/bar-chart.tsx';
import { monthOfYear } from '../../../lib/words/month-of-year.ts';
import { monthOfRow } from './month-words.ts';

type Months = OutputOf<typeof allowanceEndpoints.year>['results'];

const THOUSAND = 1000;

/** Twelve months of one person side by side; a bar opens its month. */
export function YearChart({ months, onOpen }: { months: Months; onOpen: (month: string) => void }) {
  const { t } = useTranslation('allowance');
  const { money } = useFormat();
  const bars = useMemo(
    () =>
      months.map((of) => {
        const name = monthOfYear(monthOfRow(of));
        const words = `${name}\n${money(of.total_allowance)} VND · ${t(`state.${of.closed ? 'CLOSED' : 'OPEN'}`)}`;
        return { name, value: of.total_allowance / THOUSAND, words };
      }),
    [months, money, t],
  );
  const open = (at: number) => {
    const pressed = months[at];
    if (pressed) onOpen(monthOfRow(pressed));
  };
  return <BarChart upright title={t('year')} bars={bars} onPress={open} />;
}
