import { webhookEndpoints, type Webhook } from '@darkroom/contract/webhook/webhook';
import { Alert, Button } from 'antd';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useCustomers } from '../../lib/session/lookups.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { RecordHistory } from '../../entities/history/record-history.tsx';
import { CallButton } from '../../ui/call-button.tsx';
import { Empty } from '../../ui/data-table/data-table-states.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { useWebhookActions } from './use-webhook-actions.tsx';
import { WebhookAddForm, WebhookEditForm } from './webhook-form.tsx';
import type { NewSecret } from './new-secret.ts';
import type { SetWebhookSearch, WebhookSearch } from './webhook-search.ts';
import { WebhookState } from '../../entities/webhook/webhook-state.tsx';
import { useEventLabel } from './use-event-label.ts';
import css from './webhook.module.css';
import { useOpenedRecord } from '../../ui/record-form/use-opened-record.ts';
import { Drawer } from '../../ui/overlay/drawer.tsx';

interface WebhookPanelProps {
  webhook: Webhook | undefined;
  /** True if the webhook in the URL does not exist. */
  isMissing: boolean;
  privateAllowed: boolean;
  search: WebhookSearch;
  setSearch: SetWebhookSearch;
  onSecret: (secret: NewSecret) => void;
}

/** A webhook with its actions, log and forms. */
export function WebhookPanel({ webhook, isMissing, privateAllowed, search, setSearch, onSecret }: WebhookPanelProps) {
  const { t } = useTranslation(['webhook', 'common']);
  const close = () => setSearch({ webhook: undefined, form: undefined, state: undefined, page: 1 });
  const openWebhook = (id: number) => setSearch({ webhook: id, form: undefined });
  const editedWebhook = useOpenedRecord(webhook, search.form === 'edit' ? search.webhook : undefined);
  if (search.form === 'new')
    return (
      <WebhookAddForm
        privateAllowed={privateAllowed}
        onClose={close}
        onDone={(id, secret) => {
          openWebhook(id);
          onSecret(secret);
        }}
      />
    );
  if (search.form === 'edit' && editedWebhook)
    return (
      <WebhookEditForm
        key={editedWebhook.id}
        webhook={editedWebhook}
        privateAllowed={privateAllowed}
        onClose={() => (webhook ? openWebhook(editedWebhook.id) : close())}
      />
    );
  return (
    <Drawer
      open={webhook !== undefined || isMissing}
      width="record"
      title={webhook?.name ?? t('title')}
      extra={webhook && <RecordHistory entity="webhook" id={webhook.id} name={webhook.name} />}
      onClose={close}
      destroyOnHidden
    >
      {webhook ? (
        <WebhookRecord webhook={webhook} search={search} setSearch={setSearch} onSecret={onSecret} onDeleted={close} />
      ) : (
        <Empty title={t('notFound')} action={<Button onClick={close}>{t('common:close')}</Button>} />
      )}
    </Drawer>
  );
}

interface WebhookRecordProps {
  webhook: Webhook;
  search: WebhookSearch;
  setSearch: SetWebhookSearch;
  onSecret: (secret: NewSecret) => void;
  onDeleted: () => void;
}

function WebhookRecord({ webhook, search, setSearch, onSecret, onDeleted }: WebhookRecordProps) {
  const { t } = useTranslation(['webhook', 'field']);
  const getEventLabel = useEventLabel();
  const { dayTime } = useFormat();
  const { cus1 } = useCustomers();
  const actions = useWebhookActions(webhook, { onSecret, onDeleted });
  const offHint = webhook.enabled ? undefined : t('offHint');
  return (
    <div className="items gap-16">
      {webhook.stopped_at !== null && (
        <Alert type="error" title={t('stoppedHint', { when: dayTime(webhook.stopped_at) })} />
      )}
      {webhook.enabled && webhook.failing_since !== null && (
        <Alert type="warning" title={t('failingHint', { when: dayTime(webhook.failing_since) })} />
      )}
      <div className="wrap">
        <CallButton
          call={webhookEndpoints.test}
          type="primary"
          disabled={!webhook.enabled}
          title={offHint}
          loading={actions.testing}
          onClick={actions.test}
        >
          {t('test')}
        </CallButton>
        <CallButton call={webhookEndpoints.update} onClick={() => setSearch({ form: 'edit' })}>
          {t('change')}
        </CallButton>
        <CallButton call={webhookEndpoints.update} loading={actions.switching} onClick={actions.toggle}>
          {webhook.enabled ? t('switchOff') : t('switchOn')}
        </CallButton>
        <CallButton call={webhookEndpoints.rotate} onClick={actions.rotate}>
          {t('rotate.do')}
        </CallButton>
        <CallButton call={webhookEndpoints.delete} danger onClick={actions.remove}>
          {t('delete.do')}
        </CallButton>
        {actions.holder}
      </div>
      {!webhook.enabled && webhook.stopped_at === null && <p className="muted">{t('offTest')}</p>}
      <dl className={css.facts}>
        <Fact name={t('field:webhook_enabled')}>
          <WebhookState webhook={webhook} />
        </Fact>
        <Fact name={t('field:webhook_url')}>{webhook.url}</Fact>
        <Fact name={t('field:webhook_events')}>{webhook.events.map((event) => getEventLabel(event)).join(', ')}</Fact>
        <Fact name={t('field:cus_id1')}>
          {webhook.cus_id1 === null ? t('everybody') : (cus1.find(({ id }) => id === webhook.cus_id1)?.name ?? '')}
        </Fact>
        {webhook.earlier_until !== null && (
          <Fact name={t('secret.label')}>{t('secret.both', { when: dayTime(webhook.earlier_until) })}</Fact>
        )}
      </dl>
      <DeliveryLog webhook={webhook} search={search} setSearch={setSearch} />
    </div>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
