import { webhook as webhookSchema, webhookEndpoints, type Webhook } from '@darkroom/contract/webhook/webhook';
import { WEBHOOK } from '@darkroom/contract/field-tables/setting';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { WEBHOOK_EVENTS } from '@darkroom/domain/webhook/events';
import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useCustomers } from '../../lib/session/lookups.ts';
import { useToast } from '../../lib/toast.ts';
import { CheckboxGroup } from '../../ui/input/checkbox-group.tsx';
import { Field } from '../../ui/record-form/field.tsx';
import { toFormValues } from '../../ui/record-form/form-values.ts';
import { RecordDrawer } from '../../ui/record-form/record-drawer.tsx';
import { EditDrawer } from '../../entities/history/edit-drawer.tsx';
import { useNewRecord } from '../../ui/record-form/use-new-record.ts';
import { useRecordForm } from '../../ui/record-form/use-record-form.ts';
import type { NewSecret } from './new-secret.ts';
import { useEventLabel } from './use-event-label.ts';
import css from './webhook.module.css';

const toWebhookValues = (webhook?: Webhook) => toFormValues(WEBHOOK, webhookEndpoints.add.input.shape, webhook);
type WebhookValues = ReturnType<typeof toWebhookValues>;

interface WebhookAddFormProps {
  privateAllowed: boolean;
  onClose: () => void;
  onDone: (id: number, secret: NewSecret) => void;
}

export function WebhookAddForm({ privateAllowed, onClose, onDone }: WebhookAddFormProps) {
  const { t } = useTranslation('webhook');
  const record = useNewRecord<typeof webhookEndpoints.add, WebhookValues>({
    endpoint: webhookEndpoints.add,
    initial: toWebhookValues(),
    inputOf: (values) => values,
    invalidates: ['webhook'],
    onDone: ({ id, name, secret }) => onDone(id, { name, secret }),
  });
  return (
    <RecordDrawer
      inAddress
      name="webhook-add"
      record={record}
      fields={WEBHOOK}
      title={t('add')}
      saveLabel={t('add')}
      onClose={onClose}
    >
      <WebhookFields privateAllowed={privateAllowed} />
    </RecordDrawer>
  );
}

interface WebhookEditFormProps {
  webhook: Webhook;
  privateAllowed: boolean;
  onClose: () => void;
}

/** Changes name, address and events of a webhook. */
export function WebhookEditForm({ webhook, privateAllowed, onClose }: WebhookEditFormProps) {
  const { t } = useTranslation('webhook');
  const getEventLabel = useEventLabel();
  const toast = useToast();
  const { cus1 } = useCustomers();
  const record = useRecordForm<typeof webhookEndpoints.update, Webhook, WebhookValues>({
    endpoint: webhookEndpoints.update,
    record: webhook,
    currentSchema: webhookSchema,
    invalidates: ['webhook'],
    valuesOf: toWebhookValues,
    inputOf: ({ id, version }, changed) => ({ id, version, ...changed }),
    onDone: ({ name }) => {
      toast.success(t('saved', { name }));
      onClose();
    },
  });
  return (
    <EditDrawer
      inAddress
      name="webhook-edit"
      record={record}
      fields={WEBHOOK}
      show={{
        events: (events) => events.map((event) => getEventLabel(event)).join(', '),
        cus_id1: (id) => cus1.find((cus1Item) => cus1Item.id === id)?.name ?? t('everybody'),
      }}
      title={t('editNamed', { name: webhook.name })}
      onClose={onClose}
      historyRecord={{ entity: 'webhook', id: webhook.id, name: webhook.name }}
    >
      <WebhookFields privateAllowed={privateAllowed} />
    </EditDrawer>
  );
}

function WebhookFields({ privateAllowed }: { privateAllowed: boolean }) {
  const { t } = useTranslation('webhook');
  const getEventLabel = useEventLabel();
  const { cus0, cus1 } = useCustomers();
  const customers = useMemo(
    () =>
      cus0.map((cus0Item) => ({
        label: cus0Item.name,
        options: cus1
          .filter((cus1Item) => cus1Item.cus_id0 === cus0Item.id)
          .map((cus1Item) => ({
            value: cus1Item.id,
            label: cus1Item.name,
            path: `${cus0Item.name} › ${cus1Item.name}`,
          })),
      })),
    [cus0, cus1],
  );
  return (
    <>
      <Field name="name" autoFocus />
      <Field name="url" extra={privateAllowed ? t('urlHintPrivate') : t('urlHint')} />
      <Field name="events">
        <CheckboxGroup
          className={css.eventChoices}
          options={WEBHOOK_EVENTS.map((event) => ({
            value: event,
            label: (
              <>
                {getEventLabel(event)} <span className="muted">{event}</span>
              </>
            ),
          }))}
        />
      </Field>
      <Field name="cus_id1" extra={t('customerHint')}>
        <Select
          allowClear
          placeholder={t('everybody')}
          options={customers}
          optionLabelProp="path"
          showSearch={{
            filterOption: (typed, option) =>
              option !== undefined && 'path' in option && foldedMatch(String(option.path), typed),
          }}
        />
      </Field>
    </>
  );
}
