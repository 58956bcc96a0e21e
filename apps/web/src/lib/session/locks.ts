import type { Endpoint } from '@darkroom/contract/endpoint';
import { settingEndpoints, type SystemLock } from '@darkroom/contract/setting';
import { BY_TASK, getMoveLock, type LockScreen, type TaskMove } from '@darkroom/domain/lock/screens';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from '../i18n/use-translation.tsx';
import { query } from '../api/query.ts';
import { useActor, useCan, useSession } from './session.ts';

/** Returns the current locks, by screen. The lock of a month closes only that month (domain §4). */
export function useLocks(): ReadonlyMap<LockScreen, SystemLock> {
  const can = useCan();
  const { data } = useQuery({
    ...query(settingEndpoints.locks, {}),
    enabled: can(settingEndpoints.locks.access),
  });
  return useMemo(() => {
    const activeLocks = data?.results.filter((lock) => lock.locked && lock.month === null) ?? [];
    return new Map(activeLocks.map((lock) => [lock.screen_name, lock]));
  }, [data]);
}

/** The parts of an endpoint that its button needs. */
type Lockable = Pick<Endpoint, 'lock' | 'namesCustomer'>;

/** Returns the screens whose locks stop an endpoint: those of its task moves, or of all moves it could make. */
const getLockScreens = ({ lock }: Lockable, moves: readonly TaskMove[]): readonly LockScreen[] => {
  if (lock !== BY_TASK) return lock ? [lock] : [];
  return moves.length > 0 ? [...new Set(moves.map(getMoveLock))] : ['task', 'redo'];
};

/**
 * Returns a function that explains why a lock stops this user's request. Null if no lock stops it. The rule is the server's (domain §5,
 * §8): one unlocked task of several is enough. In a portal view, a member changes nothing, but a superuser can send the customer's requests
 * (decision 104).
 */
export function useLockReason(): (call: Lockable, moves?: readonly TaskMove[]) => string | null {
  const { t } = useTranslation(['status', 'errors']);
  const { is_superuser } = useActor();
  const viewing = useSession()?.viewing;
  const locks = useLocks();
  return useCallback(
    (call, moves = []) => {
      if (viewing && !(viewing.by_superuser && call.namesCustomer)) return t('errors:viewing');
      const screenLocks = is_superuser ? [] : getLockScreens(call, moves).map((screen) => locks.get(screen));
      const lock = screenLocks.every((screenLock) => screenLock) ? screenLocks[0] : undefined;
      return lock
        ? t('errors:lockedScreen', { screen: t(`status:screen.${lock.screen_name}`), reason: lock.reason })
        : null;
    },
    [t, is_superuser, locks, viewing],
  );
}
