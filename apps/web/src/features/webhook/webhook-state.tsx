import type { Webhook, WebhookDelivery } from '@darkroom/contract/webhook/webhook';
import { useTranslation } from 'react-i18next';
import { useDark } from '../../lib/device.ts';
import { Dot } from '../../entities/status/status-dot.tsx';

// Colours of completed, waiting and faults. Red is lighter on a dark background, for contrast.
const GOOD = '#389e0d';
const WAITING = '#b38600';
const OFF = '#8c8c8c';
const useBad = () => (useDark() ? '#e5484d' : '#cf1322');

/** State of a webhook: off by hand, stopped automatically, failing, or working. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhook');
  const bad = useBad();
  if (webhook.stopped_at !== null) return <Dot color={bad} word={t('stopped')} />;
  if (!webhook.enabled) return <Dot color={OFF} word={t('state.false')} />;
  if (webhook.failing_since !== null) return <Dot color={WAITING} word={t('failing')} />;
  return <Dot color={GOOD} word={t('state.true')} />;
}

/** State of a delivery. A failed one that will be sent again is marked. */
export function DeliveryState({ delivery: { state, attempts } }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation('webhook');
  const color = { waiting: WAITING, delivered: GOOD, dead: useBad() }[state];
  return (
    <Dot
      color={color}
      word={state === 'waiting' && attempts > 0 ? t('delivery.again') : t(`delivery.state.${state}`)}
    />
  );
}
