import type { OutputOf } from '@darkroom/contract/endpoint';
import { portalEndpoints } from '@darkroom/contract/portal/portal';
import { portalRequestEndpoints } from '@darkroom/contract/portal/request';
import { CUSTOMER_DETAIL } from '@darkroom/contract/field-tables/customer';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { z } from 'zod';
import { query } from '../../../lib/api/query.ts';
import { useScreenSearch } from '../../../lib/use-screen-search.ts';
import { useFieldLabels } from '../../../lib/i18n/fields.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { CallButton } from '../../../ui/call-button.tsx';
import {
  LoadErrorMessage,
  Empty,
  SkeletonLines,
  RefreshErrorMessage,
} from '../../../ui/data-table/data-table-states.tsx';
import { PortalPage } from '../portal-page.tsx';
import styles from './portal-detail.module.css';
import { lazyOverlay } from '../../../ui/lazy/lazy.tsx';

const RequestForm = lazyOverlay(() => import('../request/request-form.tsx'));

type PortalDetail = OutputOf<typeof portalEndpoints.detail>['results'][number];
const FIELDS = [
  'company_name',
  'street_name',
  'city',
  'state',
  'post_code',
  'country',
  'billing_email',
  'pay_to',
  'payment_plan',
  'contract_status',
  'tier',
  'join_date',
] as const satisfies readonly (keyof PortalDetail['details'])[];
/** Fields that a customer can request to change. The bureau sets the others. */
const CUSTOMER_FIELDS = FIELDS.slice(0, 8);

const detailSearch = z.object({ change: z.int().positive().optional() });

/** Details (spec §2, /customer-portal/detail): the customer's record at the bureau, and a request to change it. */
export default function PortalDetailPage() {
  const { t } = useTranslation('portal');
  const label = useFieldLabels(CUSTOMER_DETAIL);
  const [search, setSearch] = useScreenSearch(detailSearch);
  const { data, error, refetch } = useQuery(query(portalEndpoints.detail, {}));
  const formatField = useFormatField();
  const changedDetail = data?.results.find(({ cus_id1 }) => cus_id1 === search.change);
  const retry = () => void refetch();
  return (
    <PortalPage title={t('detail.title')} reading>
      {data && error && <RefreshErrorMessage onRetry={retry} />}
      {data ? (
        data.results.length === 0 ? (
          <Empty title={t('detail.empty.title')} hint={t('detail.empty.hint')} />
        ) : (
          <div className="items gap-16">
            {data.results.map((result) => (
              <DetailRecord
                key={result.cus_id1}
                of={result}
                formatField={formatField}
                onChange={() => setSearch({ change: result.cus_id1 })}
              />
            ))}
          </div>
        )
      ) : error ? (
        <LoadErrorMessage error={error} onRetry={retry} />
      ) : (
        <div aria-busy="true">
          <SkeletonLines count={10} />
        </div>
      )}
      {changedDetail && (
        <RequestForm
          about={{
            kind: 'change',
            cus_id1: changedDetail.cus_id1,
            name: changedDetail.cus1_name,
            facts: CUSTOMER_FIELDS.map((field) => `${label(field)}: ${formatField(changedDetail, field)}`).join('\n'),
          }}
          onClose={() => setSearch({ change: undefined }, { replace: true })}
        />
      )}
    </PortalPage>
  );
}

type FormatField = (of: PortalDetail, field: (typeof FIELDS)[number]) => string;

function useFormatField(): FormatField {
  const { t } = useTranslation('customer');
  const { day } = useFormat();
  return ({ details }, field) => {
    if (field === 'contract_status') return t(`contract.${details.contract_status}`);
    if (field === 'join_date') return day(details.join_date);
    return details[field] || '–';
  };
}

function DetailRecord({
  of,
  formatField,
  onChange,
}: {
  of: PortalDetail;
  formatField: FormatField;
  onChange: () => void;
}) {
  const { t } = useTranslation(['portal', 'field']);
  const label = useFieldLabels(CUSTOMER_DETAIL);
  return (
    <section className={styles.record} aria-label={of.cus1_name}>
      <header className={styles.head}>
        <div>
          <p className="muted">{of.cus0_name}</p>
          <h2 className="title">{of.cus1_name}</h2>
        </div>
        <CallButton call={portalRequestEndpoints.addRequest} onClick={onChange}>
          {t('ask.change.button')}
        </CallButton>
      </header>
      <dl className={styles.facts}>
        {FIELDS.map((field) => (
          <div key={field}>
            <dt>{label(field)}</dt>
            <dd>{formatField(of, field)}</dd>
          </div>
        ))}
        <div className="full-row">
          <dt>{t('branches')}</dt>
          <dd>{of.cus2_list.map(({ name }) => name).join(', ') || '–'}</dd>
        </div>
      </dl>
    </section>
  );
}
