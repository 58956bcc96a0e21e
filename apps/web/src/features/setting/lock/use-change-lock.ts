import { settingEndpoints, type SystemLock } from '@darkroom/contract/setting';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import type { ApiError } from '../../../lib/api/api.ts';
import { useApiMutation, type ApiMutationOptions } from '../../../lib/api/query.ts';
import { useToast } from '../../../lib/toast.ts';
import { markAdded } from '../../../ui/data-table/added.ts';
import { formatLockMonth, type LockRow } from './lock-rows.ts';

/** Returns a function that finds the name of a screen, or of a month of a screen. */
export function useLockName(): (target: Pick<LockRow, 'screen_name' | 'month'>) => string {
  const { t } = useTranslation(['setting', 'status']);
  return ({ screen_name, month }) =>
    [t(`status:screen.${screen_name}`), month && t('lock.month', { month: formatLockMonth(month) })]
      .filter(Boolean)
      .join(' · ');
}

/** Returns the current lock after a conflict. Null if it is another error. */
export function getCurrentLock(error: ApiError): SystemLock | null {
  if (error.problem.code !== 'stale') return null;
  const current = settingEndpoints.changeLock.output.safeParse(error.problem.current);
  return current.success ? current.data : null;
}

/** Locks and unlocks screens. Both can be undone for a while (quality 9). */
export function useChangeLock(
  options: { onDone?: () => void } & Pick<
    ApiMutationOptions<typeof settingEndpoints.changeLock>,
    'onError' | 'form'
  > = {},
) {
  const { t } = useTranslation(['setting', 'common']);
  const toast = useToast();
  const nameOf = useLockName();
  const undoCall = useApiMutation(settingEndpoints.changeLock, {
    invalidates: ['lock'],
    onSuccess: () => toast.info(t('lock.undone')),
  });
  const change = useApiMutation(settingEndpoints.changeLock, {
    ...options,
    invalidates: ['lock'],
  });

  /** Sends a change. The known lock lets the server refuse it after another user's change. */
  const send = (
    target: Pick<LockRow, 'screen_name' | 'month'>,
    knownLock: SystemLock | null,
    reason: string | null,
  ) => {
    const { screen_name, month } = target;
    const locked = reason !== null;
    change.mutate(
      { screen_name, month, locked, reason: reason ?? '', ...(knownLock ? { version: knownLock.version } : {}) },
      {
        onSuccess: (saved) => {
          markAdded('lock', `${screen_name}:${month ?? ''}`);
          const undo = () =>
            undoCall.mutate({
              screen_name,
              month,
              locked: !locked,
              reason: locked ? '' : (knownLock?.reason ?? ''),
              version: saved.version,
            });
          toast.success(t(locked ? 'lock.locked' : 'lock.opened', { screen: nameOf(target) }), {
            label: t('common:undo'),
            onPress: undo,
          });
          options.onDone?.();
        },
      },
    );
  };
  return { send, pending: change.isPending };
}
