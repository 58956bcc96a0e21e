import type { EffectiveQuoteStatus } from '@darkroom/domain/quote/transitions';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useIsDark } from '../../lib/device.ts';
import { Dot } from '../status/status-dot.tsx';

/** Waiting is grey or gold, agreed is green, refused is red. Each has at least 3:1 on its background. */
const COLORS: Readonly<Record<EffectiveQuoteStatus, readonly [light: string, dark: string]>> = {
  DRAFT: ['#8C8C8C', '#8C8C8C'],
  SENT: ['#B38600', '#D8A81C'],
  ACCEPTED: ['#389E0D', '#5BBF32'],
  DECLINED: ['#CF1322', '#F5545B'],
  WITHDRAWN: ['#8C8C8C', '#8C8C8C'],
  EXPIRED: ['#8C8C8C', '#8C8C8C'],
};

export const quoteStatusColor = (status: EffectiveQuoteStatus, dark: boolean): string => COLORS[status][dark ? 1 : 0];

/** State of a quote for staff: a 10 px dot and its word. */
export function QuoteStatusDot({ status }: { status: EffectiveQuoteStatus }) {
  const { t } = useTranslation('status');
  return <Dot color={quoteStatusColor(status, useIsDark())} label={t(`quote.${status}`)} />;
}
