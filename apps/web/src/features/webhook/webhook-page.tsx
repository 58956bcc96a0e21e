import { webhookEndpoints, type Webhook } from '@darkroom/contract/webhook/webhook';
import { WEBHOOK } from '@darkroom/contract/field-tables/setting';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { CallButton } from '../../ui/call-button.tsx';
import { Ellipsis } from '../../ui/data-table/data-table-ellipsis.tsx';
import { useFieldColumns } from '../../ui/data-table/columns/field-columns.tsx';
import type { TableColumn } from '../../ui/data-table/data-table-row.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useList } from '../../ui/data-table/use-list.ts';
import { OneTimeSecret } from '../../ui/feedback/one-time-secret.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import type { NewSecret } from './new-secret.ts';
import { WebhookGuide } from './webhook-guide.tsx';
import { WebhookPanel } from './webhook-panel.tsx';
import { webhookList } from './webhook-search.ts';
import { WebhookState } from '../../entities/webhook/webhook-state.tsx';
import { useEventLabel } from './use-event-label.ts';
import css from './webhook.module.css';

/** Webhooks (/setting/webhook): receiving programs, their events and their deliveries (decision 136). */
export default function WebhookPage() {
  const { t } = useTranslation('webhook');
  const list = useList(webhookList, webhookEndpoints.list, { added: 'webhook' });
  const { search, setSearch, rows: webhooks } = list;
  const [secret, setSecret] = useState<NewSecret | null>(null);
  const columns = useWebhookColumns();
  const add = () => setSearch({ form: 'new', webhook: undefined });
  const addButton = (
    <CallButton type="primary" call={webhookEndpoints.add} onClick={add}>
      {t('add')}
    </CallButton>
  );
  useScreenActions(() => [{ key: 'add', label: t('add'), call: webhookEndpoints.add, run: add }]);
  return (
    <div className={css.page}>
      <PageHead
        title={t('title')}
        note={webhooks && t('count', { count: webhooks.length })}
        actions={webhooks?.length === 0 ? undefined : addButton}
      />
      <p className={css.intro}>{t('intro')}</p>
      <WebhookGuide />
      <DataTable<Webhook>
        {...list.table}
        name={t('title')}
        columns={columns}
        rowKey={keyOfRow}
        rowName={nameOfRow}
        empty={{ title: t('empty.title'), hint: t('empty.hint'), action: addButton }}
        onOpen={(row) => setSearch({ webhook: row.id, form: undefined, state: undefined, page: 1 })}
      />
      {(search.webhook !== undefined || search.form !== undefined) && (
        <WebhookPanel
          webhook={webhooks?.find(({ id }) => id === search.webhook)}
          isMissing={
            webhooks !== undefined && search.webhook !== undefined && !webhooks.some(({ id }) => id === search.webhook)
          }
          privateAllowed={list.data?.private_allowed ?? false}
          search={search}
          setSearch={setSearch}
          onSecret={setSecret}
        />
      )}
      {secret && (
        <OneTimeSecret
          title={t('secret.title', { name: secret.name })}
          warning={t('secret.once')}
          what={t('secret.label')}
          secret={secret.secret}
          lost={t('secret.connectionLost')}
          done={t('secret.done')}
          onClose={() => setSecret(null)}
        />
      )}
    </div>
  );
}

function useWebhookColumns(): readonly TableColumn<Webhook>[] {
  const { t } = useTranslation('webhook');
  const getEventLabel = useEventLabel();
  const { dayTime, number } = useFormat();
  const columnsOf = useFieldColumns(WEBHOOK);
  return useMemo(
    () =>
      columnsOf<Webhook>({
        name: {},
        url: { min: 180, render: (row) => <Ellipsis>{row.url}</Ellipsis> },
        events: {
          min: 160,
          hideOrder: 1,
          render: (row) => <Ellipsis>{row.events.map((event) => getEventLabel(event)).join(', ')}</Ellipsis>,
        },
        state: { field: 'enabled', width: 150, phone: 'state', render: (row) => <WebhookState webhook={row} /> },
        waiting: { title: t('waiting'), width: 90, align: 'end', render: (row) => number(row.waiting) },
        dead: { title: t('dead'), width: 90, align: 'end', render: (row) => number(row.dead) },
        delivered: {
          title: t('delivered'),
          width: 150,
          hideOrder: 2,
          empty: (row) => row.delivered_at === null,
          render: (row) => (row.delivered_at === null ? '' : dayTime(row.delivered_at)),
        },
      }),
    [t, columnsOf, dayTime, number, getEventLabel],
  );
}

const keyOfRow = (row: Webhook) => row.id;
const nameOfRow = (row: Webhook) => row.name;
