import { webhookEndpoints, type Webhook } from '@darkroom/contract/webhook/webhook';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../lib/call/query.ts';
import { useToast } from '../../lib/toast.ts';
import { useAskedCall } from '../../ui/overlay/use-ask.tsx';
import type { NewSecret } from './new-secret.ts';

interface Then {
  onSecret: (secret: NewSecret) => void;
  onGone: () => void;
}

/** Actions of a webhook: test, switch on or off, new secret, delete. `holder` renders the confirmations. */
export function useWebhookActions(webhook: Webhook, { onSecret, onGone }: Then) {
  const { id, version, enabled } = webhook;
  const { t } = useTranslation(['webhook', 'common']);
  const toast = useToast();
  const invalidates = ['webhook'] as const;
  const test = useApiMutation(webhookEndpoints.test, {
    invalidates,
    onSuccess: () => toast.success(t('tested')),
  });
  const update = useApiMutation(webhookEndpoints.update, {
    invalidates,
    onSuccess: (after) => toast.success(t(after.enabled ? 'switchedOn' : 'switchedOff', { name: after.name })),
  });
  const asked = (what: 'rotate' | 'delete') => ({
    question: ({ name, waiting }: Webhook) => ({
      title: t(`${what}.title`, { name }),
      lines: [t(`${what}.hint`, { count: waiting })],
      yes: t(`${what}.do`),
      danger: what === 'delete',
    }),
    inputOf: (of: Webhook) => ({ id: of.id, version: of.version }),
    invalidates,
  });
  const rotate = useAskedCall(webhookEndpoints.rotate, {
    ...asked('rotate'),
    onDone: (after) => onSecret({ name: after.name, secret: after.secret }),
  });
  const remove = useAskedCall(webhookEndpoints.delete, {
    ...asked('delete'),
    done: ({ name }) => t('delete.done', { name }),
    onDone: onGone,
  });
  return {
    holder: (
      <>
        {rotate.holder}
        {remove.holder}
      </>
    ),
    testing: test.isPending,
    test: () => test.mutate({ id }),
    switching: update.isPending,
    toggle: () => update.mutate({ id, version, enabled: !enabled }),
    rotate: () => rotate.ask(webhook),
    remove: () => remove.ask(webhook),
  };
}
