import { priceEndpoints } from '@darkroom/contract/price/price';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { query } from '../../../lib/api/query.ts';
import { useCan } from '../../../lib/session/session.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { CallButton } from '../../../ui/call-button.tsx';
import { lazyOverlay } from '../../../ui/lazy/lazy.tsx';

const FillInDialog = lazyOverlay(() => import('./fill-in-dialog.tsx'));

/**
 * Notice above a customer's prices: some work has no price, because it was added before its price was set. It is shown to users with
 * permission to price that work.
 */
export function FillInNote({ cus_id1, name }: { cus_id1: number; name: string }) {
  const { t } = useTranslation('price');
  const { number } = useFormat();
  const can = useCan();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const { data } = useQuery({
    ...query(priceEndpoints.previewFillIn, { cus_id1 }),
    enabled: can(priceEndpoints.previewFillIn.access),
  });
  const hasUnpriced = data !== undefined && data.details > 0;
  return (
    <>
      {hasUnpriced && (
        <Alert
          type="info"
          showIcon
          role="status"
          title={t('fillIn.note', {
            count: data.details,
            details: number(data.details),
            jobs: t('fillIn.ofJobs', { count: data.jobs, n: number(data.jobs) }),
          })}
          action={
            <CallButton call={priceEndpoints.fillIn} size="small" onClick={() => setIsDialogOpen(true)}>
              {t('fillIn.open')}
            </CallButton>
          }
        />
      )}
      {isDialogOpen && <FillInDialog customers={[{ cus_id1, name }]} onClose={() => setIsDialogOpen(false)} />}
    </>
  );
}
