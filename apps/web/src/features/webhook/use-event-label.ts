import type { WebhookEvent } from '@darkroom/domain/webhook/events';
import { useCallback } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';

/** Returns a function that finds the label of an event. The name of an event consists of a noun and a verb. */
export function useEventLabel(): (event: WebhookEvent) => string {
  const { t } = useTranslation('webhook');
  return useCallback(
    (event) => {
      const [noun, verb] = event.split('.') as ['job', 'created'];
      return t(`event.${noun}.${verb}`);
    },
    [t],
  );
}
