import { priceEndpoints } from '@darkroom/contract/price/price';
import { useCallback, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Report, ReportRow } from '../../../entities/price/report-rows.ts';
import { CallButton } from '../../../ui/call-button.tsx';
import type { FillInPeriod } from './fill-in-dialog.tsx';
import { lazyOverlay } from '../../../ui/lazy/lazy.tsx';

const FillInDialog = lazyOverlay(() => import('./fill-in-dialog.tsx'));

type Customers = readonly { readonly cus_id1: number; readonly name: string }[];

/** The way from pieces without a price in the report to their customer's price of now, and the dialog it opens. */
export function useFillIn(
  report: Report | undefined,
  period: FillInPeriod,
): { unpriced: (row: ReportRow) => ReactNode; dialog: ReactNode } {
  const { t } = useTranslation('price');
  const [asking, setAsking] = useState<Customers | null>(null);
  const unpriced = useCallback(
    ({ cus_id1 }: ReportRow) => {
      // The total stands for each customer that has such pieces.
      const meant = (report?.results ?? []).filter(
        (one) => one.unpriced > 0 && (cus_id1 === null || one.cus_id1 === cus_id1),
      );
      return (
        <CallButton
          call={priceEndpoints.fillIn}
          type="link"
          size="small"
          onClick={() => setAsking(meant.map((one) => ({ cus_id1: one.cus_id1, name: one.customer })))}
        >
          {t('fillIn.open')}
        </CallButton>
      );
    },
    [report, t],
  );
  const dialog = asking && <FillInDialog customers={asking} period={period} onClose={() => setAsking(null)} />;
  return { unpriced, dialog };
}
