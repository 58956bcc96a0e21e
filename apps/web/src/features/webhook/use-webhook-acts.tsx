import { webhookEndpoints, type Webhook } from '@darkroom/contract/webhook/webhook';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../lib/call/query.ts';
import { useToast } from '../../lib/toast.ts';
import type { NewSecret } from './new-secret.ts';

interface Then {
  onSecret: (secret: NewSecret) => void;
  onGone: () => void;
}

/** What one does to a webhook: test it, switch it, give it another secret, delete it. `holder` is where questions stand. */
export function useWebhookActs({ id, version, name, enabled, waiting }: Webhook, { onSecret, onGone }: Then) {
  const { t } = useTranslation(['webhook', 'common']);
  const toast = useToast();
  const [modal, holder] = Modal.useModal();
  const invalidates = ['webhook'] as const;
  const test = useApiMutation(webhookEndpoints.test, {
    invalidates,
    onSuccess: () => toast.success(t('tested')),
  });
  const update = useApiMutation(webhookEndpoints.update, {
    invalidates,
    onSuccess: (after) => toast.success(t(after.enabled ? 'switchedOn' : 'switchedOff', { name: after.name })),
  });
  const rotate = useApiMutation(webhookEndpoints.rotate, {
    invalidates,
    onSuccess: (after) => onSecret({ name: after.name, secret: after.secret }),
  });
  const remove = useApiMutation(webhookEndpoints.delete, {
    invalidates,
    onSuccess: () => {
      toast.success(t('delete.done', { name }));
      onGone();
    },
  });
  const ask = (what: 'rotate' | 'delete', act: () => Promise<unknown>) =>
    void modal.confirm({
      title: t(`${what}.title`, { name }),
      content: t(`${what}.hint`, { count: waiting }),
      okText: t(`${what}.do`),
      okButtonProps: { danger: what === 'delete' },
      cancelText: t('common:cancel'),
      onOk: () => act().catch(() => undefined),
    });
  return {
    holder,
    testing: test.isPending,
    test: () => test.mutate({ id }),
    switching: update.isPending,
    toggle: () => update.mutate({ id, version, enabled: !enabled }),
    rotate: () => ask('rotate', () => rotate.mutateAsync({ id, version })),
    remove: () => ask('delete', () => remove.mutateAsync({ id, version })),
  };
}
