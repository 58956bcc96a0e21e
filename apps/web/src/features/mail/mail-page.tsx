import type { OutputOf } from '@darkroom/contract/endpoint';
import { mailEndpoints, type Mail } from '@darkroom/contract/mail/mail';
import { DELIVERY_STATES } from '@darkroom/domain/webhook/events';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Select } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { query, useApiMutation } from '../../lib/api/query.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { useToast } from '../../lib/toast.ts';
import { DeliveryStateTag } from '../../entities/webhook/webhook-state.tsx';
import { CallButton } from '../../ui/call-button.tsx';
import { Ellipsis } from '../../ui/data-table/data-table-ellipsis.tsx';
import type { TableColumn } from '../../ui/data-table/data-table-row.tsx';
import { LoadErrorMessage, SkeletonLines } from '../../ui/data-table/data-table-states.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useList } from '../../ui/data-table/use-list.ts';
import { PageHead } from '../../ui/page/page-head.tsx';
import { MAIN_ACTION } from '../../ui/row-actions.ts';
import { PreviewDialog, TestDialog } from './mail-dialogs.tsx';
import { mailList } from './mail-search.ts';

/** Emails (/setting/mail): how they are sent, and each email with its result (decision 170). */
export default function MailPage() {
  const { t } = useTranslation(['mail', 'webhook']);
  const toast = useToast();
  const list = useList(mailList, mailEndpoints.list);
  const state = useQuery(query(mailEndpoints.state, {}));
  const [dialog, setDialog] = useState<'test' | 'preview' | null>(null);
  const { mutate: replay, isPending } = useApiMutation(mailEndpoints.replay, {
    invalidates: ['webhook'],
    onSuccess: ({ replayed }) => toast.success(t('replayed', { count: replayed })),
  });
  const columns = useMailColumns(replay);
  const sendTest = () => setDialog('test');
  useScreenActions(() => [{ key: 'test', label: t('test.send'), call: mailEndpoints.test, run: sendTest }]);
  return (
    <div className="page">
      <PageHead
        title={t('title')}
        note={list.note((count, n) => t('count', { count, n }))}
        actions={
          <>
            <Button onClick={() => setDialog('preview')}>{t('preview.open')}</Button>
            <CallButton
              call={mailEndpoints.replay}
              disabled={!state.data?.dead}
              title={state.data?.dead === 0 ? t('noneFailed') : undefined}
              loading={isPending}
              onClick={() => replay({})}
            >
              {t('replayAll')}
            </CallButton>
            <CallButton type="primary" call={mailEndpoints.test} onClick={sendTest}>
              {t('test.send')}
            </CallButton>
          </>
        }
      />
      {state.isError && !state.data && <LoadErrorMessage error={state.error} onRetry={() => void state.refetch()} />}
      {/* The list waits for the state above it, so that its rows do not move. */}
      {state.isPending ? <SkeletonLines count={6} /> : null}
      {state.data && (
        <>
          <MailState state={state.data} />
          <div className="wrap mb-8">
            <Select
              allowClear
              aria-label={t('filter')}
              placeholder={t('all')}
              value={list.search.state}
              popupMatchSelectWidth={false}
              options={DELIVERY_STATES.map((value) => ({ value, label: t(`webhook:delivery.state.${value}`) }))}
              onChange={(value) => list.setSearch({ state: value, page: 1 })}
            />
          </div>
          <DataTable<Mail>
            {...list.table}
            name={t('title')}
            columns={columns}
            rowKey={keyOfRow}
            rowName={nameOfRow}
            empty={{ title: t('empty.title'), hint: t('empty.hint') }}
          />
        </>
      )}
      {dialog === 'test' && <TestDialog onClose={() => setDialog(null)} />}
      {dialog === 'preview' && <PreviewDialog onClose={() => setDialog(null)} />}
    </div>
  );
}

/** State of the sending: the mail server, and the numbers of waiting and failed emails. */
function MailState({ state }: { state: OutputOf<typeof mailEndpoints.state> }) {
  const { t } = useTranslation('mail');
  const { dayTime, number } = useFormat();
  return (
    <div className="items gap-12 mb-12">
      {state.server === null && (
        <Alert type="info" showIcon title={t('off.title')} description={t('off.hint', { folder: state.folder })} />
      )}
      {state.failing_since !== null && (
        <Alert type="warning" showIcon title={t('failing', { when: dayTime(state.failing_since) })} />
      )}
      <dl className="wrap gap-16 fact-list">
        {state.server !== null && <Fact name={t('server')}>{state.server}</Fact>}
        <Fact name={t('from')}>{state.from}</Fact>
        <Fact name={t('publicUrl')}>{state.public_url}</Fact>
        <Fact name={t('waiting')}>{number(state.waiting)}</Fact>
        <Fact name={t('dead')}>{number(state.dead)}</Fact>
      </dl>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt>{name}</dt>
      <dd className="break-anywhere tabular">{children}</dd>
    </div>
  );
}

function useMailColumns(replay: (input: { mail_ids: number[] }) => void): readonly TableColumn<Mail>[] {
  const { t } = useTranslation(['mail', 'common']);
  const { dayTime, number } = useFormat();
  return useMemo(
    () => [
      {
        key: 'kind',
        title: t('column.kind'),
        min: 140,
        render: ({ kind }) => <Ellipsis>{t(`kind.${kind}`)}</Ellipsis>,
      },
      { key: 'to', title: t('column.to'), min: 160, render: ({ to }) => <Ellipsis>{to}</Ellipsis> },
      { key: 'at', title: t('column.at'), width: 132, render: ({ at }) => dayTime(at) },
      {
        key: 'state',
        title: t('column.state'),
        width: 120,
        phone: 'state',
        render: (row) => <DeliveryStateTag delivery={row} />,
      },
      {
        key: 'attempts',
        title: t('column.attempts'),
        width: 80,
        align: 'end',
        hideOrder: 2,
        render: ({ attempts }) => number(attempts),
      },
      {
        key: 'next_at',
        title: t('column.next'),
        width: 132,
        hideOrder: 3,
        empty: ({ next_at }) => next_at === null,
        render: ({ next_at }) => (next_at === null ? '' : dayTime(next_at)),
      },
      {
        key: 'response',
        title: t('column.response'),
        kind: 'text',
        min: 180,
        hideOrder: 1,
        empty: ({ response, error }) => response === null && error === null,
        render: ({ response, error }) => <Ellipsis lines={2}>{response ?? error ?? ''}</Ellipsis>,
      },
      {
        key: 'acts',
        title: t('common:actions'),
        width: 110,
        align: 'end',
        phone: 'acts',
        render: ({ id, state, to }) =>
          state !== 'waiting' && (
            <CallButton
              {...MAIN_ACTION}
              call={mailEndpoints.replay}
              aria-label={t('resendNamed', { to })}
              onClick={() => replay({ mail_ids: [id] })}
            >
              {t('resend')}
            </CallButton>
          ),
      },
    ],
    [t, dayTime, number, replay],
  );
}

const keyOfRow = (row: Mail) => row.id;
const nameOfRow = (row: Mail) => row.to;
