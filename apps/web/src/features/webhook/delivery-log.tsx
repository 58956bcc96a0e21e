import { webhookEndpoints, type Webhook, type WebhookDelivery } from '@darkroom/contract/webhook/webhook';
import { DELIVERY_STATES, TEST_EVENT, WEBHOOK_EVENTS } from '@darkroom/domain/webhook/events';
import { parseDeliveryError } from '@darkroom/domain/webhook/delivery-error';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { query, useApiMutation } from '../../lib/api/query.ts';
import { useToast } from '../../lib/toast.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { CallButton } from '../../ui/call-button.tsx';
import { LoadErrorMessage, Empty, SkeletonLines } from '../../ui/data-table/data-table-states.tsx';
import { useEventLabel } from './use-event-label.ts';
import type { SetWebhookSearch, WebhookSearch } from './webhook-search.ts';
import { DeliveryStateTag } from '../../entities/webhook/webhook-state.tsx';
import css from './webhook.module.css';
import { Pagination } from '../../ui/pagination.tsx';

const PAGE_SIZE = 20;

interface DeliveryLogProps {
  webhook: Webhook;
  search: WebhookSearch;
  setSearch: SetWebhookSearch;
}

/** Deliveries of a webhook with their results, and a button to send them again. */
export function DeliveryLog({ webhook, search: { state, page }, setSearch }: DeliveryLogProps) {
  const { t } = useTranslation('webhook');
  const toast = useToast();
  const list = useQuery({
    ...query(webhookEndpoints.deliveries, { id: webhook.id, state, page, page_size: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
  const replay = useApiMutation(webhookEndpoints.replay, {
    invalidates: ['webhook'],
    onSuccess: ({ replayed }) => toast.success(t('replayed', { count: replayed })),
  });
  const rows = list.data?.results;
  const offHint = webhook.enabled ? undefined : t('offHint');
  return (
    <section className={css.log} aria-labelledby="webhook-log">
      <div className={css.logHead}>
        <h3 id="webhook-log">{t('log')}</h3>
        <div className="wrap">
          <Select
            allowClear
            aria-label={t('delivery.filter')}
            placeholder={t('delivery.all')}
            value={state}
            popupMatchSelectWidth={false}
            options={DELIVERY_STATES.map((value) => ({ value, label: t(`delivery.state.${value}`) }))}
            onChange={(value) => setSearch({ state: value, page: 1 })}
          />
          <CallButton
            call={webhookEndpoints.replay}
            disabled={offHint !== undefined || webhook.dead === 0}
            title={offHint ?? (webhook.dead === 0 ? t('noneFailed') : undefined)}
            loading={replay.isPending}
            onClick={() => replay.mutate({ id: webhook.id })}
          >
            {t('replayAll')}
          </CallButton>
        </div>
      </div>
      {list.isLoading && <SkeletonLines count={5} />}
      {list.isError && !rows && <LoadErrorMessage error={list.error} onRetry={() => void list.refetch()} />}
      {rows?.length === 0 && <Empty title={t('delivery.none')} hint={t('delivery.noneHint')} />}
      <ul className={css.deliveries}>
        {rows?.map((row) => (
          <Delivery
            key={row.id}
            row={row}
            offHint={offHint}
            busy={replay.isPending}
            onReplay={() => replay.mutate({ id: webhook.id, delivery_ids: [row.id] })}
          />
        ))}
      </ul>
      {(list.data?.total_pages ?? 0) > 1 && (
        <Pagination
          size="small"
          current={page}
          pageSize={PAGE_SIZE}
          total={list.data?.total_items ?? 0}
          showSizeChanger={false}
          onChange={(next) => setSearch({ page: next })}
        />
      )}
    </section>
  );
}

interface DeliveryProps {
  row: WebhookDelivery;
  offHint: string | undefined;
  busy: boolean;
  onReplay: () => void;
}

function Delivery({ row, offHint, busy, onReplay }: DeliveryProps) {
  const { t } = useTranslation('webhook');
  const { dayTime, number } = useFormat();
  const [isOpen, setIsOpen] = useState(false);
  const formatError = (text: string): string => {
    const error = parseDeliveryError(text);
    return error ? t(`delivery.error.${error.code}`, { about: error.detail }) : text;
  };
  const typeLabel = useTypeLabel(row.type);
  const subject = useDeliverySubject(row.data);
  const facts = [
    dayTime(row.at),
    row.status !== null && t('delivery.status', { status: row.status }),
    row.attempts > 0 && t('delivery.attempts', { count: row.attempts }),
    row.duration_ms !== null && t('delivery.duration', { ms: number(row.duration_ms) }),
    row.next_at !== null && t('delivery.next', { when: dayTime(row.next_at) }),
  ];
  return (
    <li>
      <div className="title-row">
        <span>
          <DeliveryStateTag delivery={row} /> <strong>{typeLabel}</strong>
          {subject && <> · {subject}</>}
        </span>
        <span className="wrap">
          <Button
            size="small"
            type="text"
            aria-expanded={isOpen}
            aria-label={t('delivery.showOf', { event: row.event })}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? t('delivery.hide') : t('delivery.show')}
          </Button>
          <CallButton
            call={webhookEndpoints.replay}
            size="small"
            disabled={busy || offHint !== undefined}
            title={offHint}
            aria-label={t('delivery.sendAgainNamed', { event: row.event })}
            onClick={onReplay}
          >
            {t('delivery.replay')}
          </CallButton>
        </span>
      </div>
      <span className="muted">{facts.filter(Boolean).join(' · ')}</span>
      {row.error && <span className="block break-anywhere">{formatError(row.error)}</span>}
      {isOpen && (
        <>
          <pre className={css.payload}>
            {JSON.stringify({ version: 1, id: row.event, type: row.type, at: row.at, data: row.data }, null, 2)}
          </pre>
          {row.response && <pre className={css.payload}>{row.response}</pre>}
        </>
      )}
    </li>
  );
}

/** Returns the label of an event, or its name if this page has no label for it. */
function useTypeLabel(type: string): string {
  const { t } = useTranslation('webhook');
  const getEventLabel = useEventLabel();
  if (type === TEST_EVENT) return t('testEvent');
  const event = WEBHOOK_EVENTS.find((knownEvent) => knownEvent === type);
  return event ? getEventLabel(event) : type;
}

/** Returns the subject of a delivery: number of the detail or the job, or the request. */
function useDeliverySubject(data: WebhookDelivery['data']): string | undefined {
  const { t } = useTranslation('webhook');
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined;
  const recordNumber = data.sub_prod_id ?? data.prod_id;
  if (typeof recordNumber === 'string') return recordNumber;
  if (typeof data.request_id !== 'number') return undefined;
  const request = t('delivery.request', { id: data.request_id });
  return typeof data.subject === 'string' ? `${request} · ${data.subject}` : request;
}
