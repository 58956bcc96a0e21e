import { webhookEndpoints, type Webhook } from '@darkroom/contract/webhook/webhook';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useApiMutation } from '../../lib/api/query.ts';
import { useToast } from '../../lib/toast.ts';
import { useConfirmedCall } from '../../ui/overlay/use-confirm.tsx';
import type { NewSecret } from './new-secret.ts';

interface WebhookActionCallbacks {
  onSecret: (secret: NewSecret) => void;
  onDeleted: () => void;
}

/** Returns the actions of a webhook: test, switch on or off, new secret, delete. `holder` renders the confirmations. */
export function useWebhookActions(webhook: Webhook, { onSecret, onDeleted }: WebhookActionCallbacks) {
  const { id, version, enabled } = webhook;
  const { t } = useTranslation(['webhook', 'common']);
  const toast = useToast();
  const invalidates = ['webhook'] as const;
  const testCall = useApiMutation(webhookEndpoints.test, {
    invalidates,
    onSuccess: () => toast.success(t('tested')),
  });
  const updateCall = useApiMutation(webhookEndpoints.update, {
    invalidates,
    onSuccess: (saved) => toast.success(t(saved.enabled ? 'switchedOn' : 'switchedOff', { name: saved.name })),
  });
  const confirmation = (action: 'rotate' | 'delete') => ({
    question: ({ name, waiting }: Webhook) => ({
      title: t(`${action}.title`, { name }),
      lines: [t(`${action}.hint`, { count: waiting })],
      yes: t(`${action}.do`),
      danger: action === 'delete',
    }),
    inputOf: (target: Webhook) => ({ id: target.id, version: target.version }),
    invalidates,
  });
  const rotateCall = useConfirmedCall(webhookEndpoints.rotate, {
    ...confirmation('rotate'),
    onDone: (saved) => onSecret({ name: saved.name, secret: saved.secret }),
  });
  const deleteCall = useConfirmedCall(webhookEndpoints.delete, {
    ...confirmation('delete'),
    done: ({ name }) => t('delete.done', { name }),
    onDone: onDeleted,
  });
  return {
    holder: (
      <>
        {rotateCall.holder}
        {deleteCall.holder}
      </>
    ),
    testing: testCall.isPending,
    test: () => testCall.mutate({ id }),
    switching: updateCall.isPending,
    toggle: () => updateCall.mutate({ id, version, enabled: !enabled }),
    rotate: () => rotateCall.ask(webhook),
    remove: () => deleteCall.ask(webhook),
  };
}
