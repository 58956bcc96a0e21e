import type { Webhook, WebhookDelivery } from '@darkroom/contract/webhook';
import { useTranslation } from 'react-i18next';
import { Dot } from '../../records/status/status-dot.tsx';

const GOOD = '#389e0d';
const WAITING = '#b38600';
const BAD = '#cf1322';
const OFF = '#8c8c8c';

/** How a webhook stands: off by hand or by itself, failing, or well. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhook');
  if (webhook.stopped_at !== null) return <Dot color={BAD} word={t('stopped')} />;
  if (!webhook.enabled) return <Dot color={OFF} word={t('state.false')} />;
  if (webhook.failing_since !== null) return <Dot color={WAITING} word={t('failing')} />;
  return <Dot color={GOOD} word={t('state.true')} />;
}

const DELIVERY = { waiting: WAITING, delivered: GOOD, dead: BAD } as const;

/** How a delivery stands; what failed and waits says so. */
export function DeliveryState({ delivery: { state, attempts } }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation('webhook');
  return (
    <Dot
      color={DELIVERY[state]}
      word={state === 'waiting' && attempts > 0 ? t('delivery.again') : t(`delivery.state.${state}`)}
    />
  );
}
