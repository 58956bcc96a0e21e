import { ownRequestExport, portalRequestEndpoints } from '@darkroom/contract/portal/request';
import { useTranslation } from 'react-i18next';
import { CallButton } from '../../../ui/call-button.tsx';
import { useNarrow } from '../../../ui/data-table/columns/data-table-narrow.ts';
import { useList } from '../../../ui/data-table/use-list.ts';
import { ExportButton } from '../../../ui/export/export-button.tsx';
import { PortalPage } from '../portal-page.tsx';
import panes from '../panes.module.css';
import { Conversation } from './conversation.tsx';
import { OwnRequestFilters } from './own-request-filters.tsx';
import { OwnRequests } from './own-requests.tsx';
import { ownRequestList } from './own-request-search.ts';
import { lazyOverlay } from '../../../ui/lazy/lazy.tsx';

const RequestForm = lazyOverlay(() => import('./request-form.tsx'));

/** Contact us (spec §2, /customer-portal/contact-us): what one asked of the bureau, and what it answered. */
export default function ContactPage() {
  const { t } = useTranslation(['portal', 'common']);
  const list = useList(ownRequestList, portalRequestEndpoints.listRequests);
  const { search, setSearch } = list;
  // On a phone a conversation takes the place of the list; Back brings the list again.
  const alone = useNarrow() && search.request !== undefined;
  const write = () => setSearch({ form: 'new' });
  return (
    <PortalPage
      title={t('request.title')}
      note={!alone && list.note((count, n) => t('request.inAll', { count, n }))}
      actions={
        !alone && (
          <>
            <ExportButton endpoint={ownRequestExport} list={list.input} total={list.count} />
            <CallButton call={portalRequestEndpoints.addRequest} type="primary" onClick={write}>
              {t('request.write')}
            </CallButton>
          </>
        )
      }
    >
      {!alone && <OwnRequestFilters search={search} setSearch={setSearch} />}
      <div className={panes.panes}>
        {!alone && <OwnRequests list={list.answer} search={search} setSearch={setSearch} onWrite={write} />}
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
