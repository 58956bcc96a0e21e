import type { Webhook, WebhookDelivery } from '@darkroom/contract/webhook/webhook';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useIsDark } from '../../lib/device.ts';
import { Dot } from '../status/status-dot.tsx';

// Colours of completed, waiting and faults. Red is lighter on a dark background, for contrast.
const WORKING_COLOR = '#389e0d';
const WAITING_COLOR = '#b38600';
const OFF_COLOR = '#8c8c8c';
const useErrorColor = () => (useIsDark() ? '#e5484d' : '#cf1322');

/** State of a webhook: switched off by a user, stopped automatically, failing, or working. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhook');
  const errorColor = useErrorColor();
  if (webhook.stopped_at !== null) return <Dot color={errorColor} label={t('stopped')} />;
  if (!webhook.enabled) return <Dot color={OFF_COLOR} label={t('state.false')} />;
  if (webhook.failing_since !== null) return <Dot color={WAITING_COLOR} label={t('failing')} />;
  return <Dot color={WORKING_COLOR} label={t('state.true')} />;
}

/** State of a delivery or an email. A failed delivery that will be sent again is marked. */
export function DeliveryStateTag({
  delivery: { state, attempts },
}: {
  delivery: Pick<WebhookDelivery, 'state' | 'attempts'>;
}) {
  const { t } = useTranslation('webhook');
  const color = { waiting: WAITING_COLOR, delivered: WORKING_COLOR, dead: useErrorColor() }[state];
  return (
    <Dot
      color={color}
      label={state === 'waiting' && attempts > 0 ? t('delivery.again') : t(`delivery.state.${state}`)}
    />
  );
}
