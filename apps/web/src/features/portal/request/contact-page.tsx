import { portalRequestExport, portalRequestEndpoints } from '@darkroom/contract/portal/request';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { CallButton } from '../../../ui/call-button.tsx';
import { useIsNarrow } from '../../../ui/data-table/columns/window-width.ts';
import { useList } from '../../../ui/data-table/use-list.ts';
import { ExportButton } from '../../../ui/export/export-button.tsx';
import { PortalPage } from '../portal-page.tsx';
import panes from '../panes.module.css';
import { Conversation } from './conversation.tsx';
import { PortalRequests } from './portal-requests.tsx';
import { portalRequestList, type PortalRequestSearch, type SetPortalRequestSearch } from './portal-request-search.ts';
import { lazyOverlay } from '../../../ui/lazy/lazy.tsx';
import { REQUEST_STATUSES, REQUEST_TYPES } from '@darkroom/domain/request/status';
import { FilterBar } from '../../../ui/filter-bar/filter-bar.tsx';
import { useFilters } from '../../../ui/filter-bar/use-filters.tsx';
import { usePortalCustomers } from '../portal-lookups.ts';

const RequestForm = lazyOverlay(() => import('./request-form.tsx'));

/** Contact us (spec §2, /customer-portal/contact-us): the customer's requests and the bureau's replies. */
export default function ContactPage() {
  const { t } = useTranslation(['portal', 'common']);
  const list = useList(portalRequestList, portalRequestEndpoints.listRequests);
  const { search, setSearch } = list;
  // On a phone, a conversation replaces the list. Back shows the list again.
  const showsConversationOnly = useIsNarrow() && search.request !== undefined;
  const write = () => setSearch({ form: 'new' });
  return (
    <PortalPage
      title={t('request.title')}
      note={!showsConversationOnly && list.note((count, n) => t('request.inAll', { count, n }))}
      actions={
        !showsConversationOnly && (
          <>
            <ExportButton endpoint={portalRequestExport} list={list.input} total={list.count} />
            <CallButton call={portalRequestEndpoints.addRequest} type="primary" onClick={write}>
              {t('request.write')}
            </CallButton>
          </>
        )
      }
    >
      {!showsConversationOnly && <PortalRequestFilters search={search} setSearch={setSearch} />}
      <div className={panes.panes}>
        {!showsConversationOnly && (
          <PortalRequests list={list.query} search={search} setSearch={setSearch} onWrite={write} />
        )}
        {search.request !== undefined && (
          <Conversation key={search.request} id={search.request} onClose={() => setSearch({ request: undefined })} />
        )}
      </div>
      {search.form === 'new' && (
        <RequestForm
          about={{ kind: 'new' }}
          onClose={() => setSearch({ form: undefined }, { replace: true })}
          onSent={(request) => setSearch({ form: undefined, request }, { replace: true })}
        />
      )}
    </PortalPage>
  );
}

interface PortalRequestFiltersProps {
  search: PortalRequestSearch;
  setSearch: SetPortalRequestSearch;
}

export function PortalRequestFilters({ search, setSearch }: PortalRequestFiltersProps) {
  const { t } = useTranslation('portal');
  const { customers1, name1 } = usePortalCustomers();
  const { text, one, many: some, linked } = useFilters(portalRequestList, search, setSearch);
  return (
    <FilterBar
      search={text(t('request.search'))}
      filters={[
        some('status', { of: REQUEST_STATUSES, label: t('request.state'), word: (step) => t(`request.step.${step}`) }),
        some('type', { of: REQUEST_TYPES }),
        one('unread', {
          of: [true, false],
          label: t('request.answers'),
          word: (value) => t(`request.unreadOnly.${value}`),
        }),
        ...(customers1.length > 1 || search.cus_id1 !== undefined
          ? [one('cus_id1', { of: customers1.map(({ id }) => id), label: t('company'), word: name1 })]
          : []),
        linked('job_id', t('request.ofJob'), t('request.job')),
        linked('id', `#${search.id}`),
      ]}
      onClear={() => setSearch(portalRequestList.cleared)}
    />
  );
}
