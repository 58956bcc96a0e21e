import type { SystemLock } from '@darkroom/contract/setting';
import { LOCK_SCREENS, type LockScreen } from '@darkroom/domain/lock/screens';

/** A row of the list: a screen or one month of it. `lock` is null if it was never locked. */
export interface LockRow {
  readonly key: string;
  readonly screen_name: LockScreen;
  readonly month: string | null;
  readonly lock: SystemLock | null;
}

const createRow = (screen_name: LockScreen, month: string | null, lock: SystemLock | null): LockRow => ({
  key: `${screen_name}:${month ?? ''}`,
  screen_name,
  month,
  lock,
});

/** Returns the screens that can be locked. After each screen are its months that have been locked, the latest first. */
export const toLockRows = (locks: readonly SystemLock[]): LockRow[] =>
  LOCK_SCREENS.flatMap((screen_name) => {
    const screenLocks = locks.filter((lock) => lock.screen_name === screen_name);
    const months = screenLocks
      .flatMap((lock) => (lock.month === null ? [] : [createRow(screen_name, lock.month, lock)]))
      .toSorted((a, b) => (a.key < b.key ? 1 : -1));
    return [createRow(screen_name, null, screenLocks.find((lock) => lock.month === null) ?? null), ...months];
  });

/** Formats `2026-11` as `11/2026`. */
export const formatLockMonth = (month: string): string => month.split('-').toReversed().join('/');
