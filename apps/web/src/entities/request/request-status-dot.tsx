import type { RequestStatus } from '@darkroom/domain/request/status';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useIsDark } from '../../lib/device.ts';
import { Dot } from '../status/status-dot.tsx';

/** The specification's default, gold, processing and success. Each has at least 3:1 on its background (spec §4). */
const COLORS: Readonly<Record<RequestStatus, readonly [light: string, dark: string]>> = {
  NEED_REVIEW: ['#8C8C8C', '#8C8C8C'],
  TODO: ['#B38600', '#D8A81C'],
  PROCESSING: ['#1677FF', '#4096FF'],
  DONE: ['#389E0D', '#5BBF32'],
};

export const requestStatusColor = (status: RequestStatus, dark: boolean): string => COLORS[status][dark ? 1 : 0];

/** A request's status: a 10 px dot and its word. */
export function RequestStatusDot({ status }: { status: RequestStatus }) {
  const { t } = useTranslation('status');
  return <Dot color={requestStatusColor(status, useIsDark())} label={t(`request.${status}`)} />;
}
