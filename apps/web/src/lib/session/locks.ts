import type { Endpoint } from '@darkroom/contract/endpoint';
import { settingEndpoints, type SystemLock } from '@darkroom/contract/setting';
import { BY_TASK, lockOfMove, type LockScreen, type TaskMove } from '@darkroom/domain/lock/screens';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../call/query.ts';
import { useActor, useMay, useSession } from './session.ts';

/** The locks that stand now, by screen. One of a single month closes that month, not the screen (domain §4). */
export function useLocks(): ReadonlyMap<LockScreen, SystemLock> {
  const may = useMay();
  const { data } = useQuery({
    ...query(settingEndpoints.locks, {}),
    enabled: may(settingEndpoints.locks.access),
  });
  return useMemo(() => {
    const standing = data?.results.filter((lock) => lock.locked && lock.month === null) ?? [];
    return new Map(standing.map((lock) => [lock.screen_name, lock]));
  }, [data]);
}

/** What a call's button needs to know of it. */
type Lockable = Pick<Endpoint, 'lock' | 'namesCustomer'>;

/** The screens whose locks would have to stand to stop a call: of what it moves, or of anything it could move. */
const screensOf = ({ lock }: Lockable, moves: readonly TaskMove[]): readonly LockScreen[] => {
  if (lock !== BY_TASK) return lock ? [lock] : [];
  return moves.length > 0 ? [...new Set(moves.map(lockOfMove))] : ['task', 'redo'];
};

/**
 * Why a lock stops this person's call now, in words; null when nothing does. The server's own rule (domain §5, §8): each call
 * declares its screen or leaves it to the tasks it moves, a superuser passes. Of several tasks one that is free will do. Whoever
 * looks at the portal as a customer changes nothing, but that a superuser asks in their name (decision 104).
 */
export function useStop(): (call: Lockable, moves?: readonly TaskMove[]) => string | null {
  const { t } = useTranslation(['status', 'errors']);
  const { is_superuser } = useActor();
  const viewing = useSession()?.viewing;
  const locks = useLocks();
  return useCallback(
    (call, moves = []) => {
      if (viewing && !(viewing.by_superuser && call.namesCustomer)) return t('errors:viewing');
      const standing = is_superuser ? [] : screensOf(call, moves).map((screen) => locks.get(screen));
      const lock = standing.every((one) => one) ? standing[0] : undefined;
      return lock
        ? t('errors:locked_screen', { screen: t(`status:screen.${lock.screen_name}`), reason: lock.reason })
        : null;
    },
    [t, is_superuser, locks, viewing],
  );
}
