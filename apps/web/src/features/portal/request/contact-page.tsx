import { ownRequestExport, portalRequestEndpoints } from '@darkroom/contract/portal/request';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { query } from '../../../lib/call/query.ts';
import { useScreenSearch } from '../../../lib/use-screen-search.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { CallButton } from '../../../ui/call-button.tsx';
import { useNarrow } from '../../../ui/data-table/columns/data-table-narrow.ts';
import { useCountNote } from '../../../ui/data-table/listed.ts';
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
  const { number } = useFormat();
  const [search, setSearch] = useScreenSearch(ownRequestList.schema);
  const list = useQuery({
    ...query(portalRequestEndpoints.listRequests, ownRequestList.input(search)),
    placeholderData: keepPreviousData,
  });
  // On a phone a conversation takes the place of the list; Back brings the list again.
  const alone = useNarrow() && search.request !== undefined;
  const write = () => setSearch({ form: 'new' });
  const inAll = useCountNote(list, (count) => t('request.inAll', { count, n: number(count) }));
  return (
    <PortalPage
      title={t('request.title')}
      note={!alone && inAll}
      actions={
        !alone && (
          <>
            <ExportButton
              endpoint={ownRequestExport}
              list={ownRequestList.input(search)}
              total={list.data?.total_items}
            />
            <CallButton call={portalRequestEndpoints.addRequest} type="primary" onClick={write}>
              {t('request.write')}
            </CallButton>
          </>
        )
      }
    >
      {!alone && <OwnRequestFilters search={search} setSearch={setSearch} />}
      <div className={panes.panes}>
        {!alone && <OwnRequests list={list} search={search} setSearch={setSearch} onWrite={write} />}
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
