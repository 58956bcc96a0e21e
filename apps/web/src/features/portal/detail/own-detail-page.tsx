import type { OutputOf } from '@darkroom/contract/endpoint';
import { portalEndpoints } from '@darkroom/contract/portal/portal';
import { portalRequestEndpoints } from '@darkroom/contract/portal/request';
import { CUSTOMER_DETAIL } from '@darkroom/contract/field-tables/customer';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { query } from '../../../lib/call/query.ts';
import { useScreenSearch } from '../../../lib/use-screen-search.ts';
import { useLabels } from '../../../lib/words/fields.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { CallButton } from '../../../ui/call-button.tsx';
import { CouldNotLoad, Empty, Lines, NotRefreshed } from '../../../ui/data-table/data-table-states.tsx';
import { PortalPage } from '../portal-page.tsx';
import styles from './own-detail.module.css';
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
/** Fields that a customer can ask to change. The bureau sets the others. */
const OWN_TO_SAY = FIELDS.slice(0, 8);

const detailSearch = z.object({ change: z.int().positive().optional() });

/** Details (spec §2, /customer-portal/detail): the customer's record at the bureau, and a request to change it. */
export default function PortalDetailPage() {
  const { t } = useTranslation('portal');
  const label = useLabels(CUSTOMER_DETAIL);
  const [search, setSearch] = useScreenSearch(detailSearch);
  const { data, error, refetch } = useQuery(query(portalEndpoints.detail, {}));
  const words = useDetailWords();
  const changed = data?.results.find(({ cus_id1 }) => cus_id1 === search.change);
  const retry = () => void refetch();
  return (
    <PortalPage title={t('detail.title')} reading>
      {data && error && <NotRefreshed onRetry={retry} />}
      {data ? (
        data.results.length === 0 ? (
          <Empty title={t('detail.empty.title')} hint={t('detail.empty.hint')} />
        ) : (
          <div className="items gap-16">
            {data.results.map((one) => (
              <Record key={one.cus_id1} of={one} words={words} onChange={() => setSearch({ change: one.cus_id1 })} />
            ))}
          </div>
        )
      ) : error ? (
        <CouldNotLoad error={error} onRetry={retry} />
      ) : (
        <div aria-busy="true">
          <Lines count={10} />
        </div>
      )}
      {changed && (
        <RequestForm
          about={{
            kind: 'change',
            cus_id1: changed.cus_id1,
            name: changed.cus1_name,
            facts: OWN_TO_SAY.map((field) => `${label(field)}: ${words(changed, field)}`).join('\n'),
          }}
          onClose={() => setSearch({ change: undefined }, { replace: true })}
        />
      )}
    </PortalPage>
  );
}

type Words = (of: PortalDetail, field: (typeof FIELDS)[number]) => string;

function useDetailWords(): Words {
  const { t } = useTranslation('customer');
  const { day } = useFormat();
  return ({ details }, field) => {
    if (field === 'contract_status') return t(`contract.${details.contract_status}`);
    if (field === 'join_date') return day(details.join_date);
    return details[field] || '–';
  };
}

function Record({ of, words, onChange }: { of: PortalDetail; words: Words; onChange: () => void }) {
  const { t } = useTranslation(['portal', 'field']);
  const label = useLabels(CUSTOMER_DETAIL);
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
            <dd>{words(of, field)}</dd>
          </div>
        ))}
        <div className="whole-line">
          <dt>{t('branches')}</dt>
          <dd>{of.cus2_list.map(({ name }) => name).join(', ') || '–'}</dd>
        </div>
      </dl>
    </section>
  );
}
