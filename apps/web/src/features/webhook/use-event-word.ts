import type { WebhookEvent } from '@darkroom/domain/webhook/events';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Event in words. Its name consists of a noun and a verb. */
export function useEventWord(): (event: WebhookEvent) => string {
  const { t } = useTranslation('webhook');
  return useCallback(
    (event) => {
      const [noun, verb] = event.split('.') as ['job', 'created'];
      return t(`event.${noun}.${verb}`);
    },
    [t],
  );
}
