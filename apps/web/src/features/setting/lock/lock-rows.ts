import type { SystemLock } from '@darkroom/contract/setting';
import { LOCK_SCREENS, type LockScreen } from '@darkroom/domain/lock/screens';

/** A line of the list: a screen, or one month of it; `lock` is null where it was never locked. */
export interface LockRow {
  readonly key: string;
  readonly screen_name: LockScreen;
  readonly month: string | null;
  readonly lock: SystemLock | null;
}

const rowOf = (screen_name: LockScreen, month: string | null, lock: SystemLock | null): LockRow => ({
  key: `${screen_name}:${month ?? ''}`,
  screen_name,
  month,
  lock,
});

/** Every screen that can be locked, each followed by the months of it that ever were, the latest first. */
export const lockRows = (locks: readonly SystemLock[]): LockRow[] =>
  LOCK_SCREENS.flatMap((screen_name) => {
    const own = locks.filter((lock) => lock.screen_name === screen_name);
    const months = own
      .flatMap((lock) => (lock.month === null ? [] : [rowOf(screen_name, lock.month, lock)]))
      .toSorted((a, b) => (a.key < b.key ? 1 : -1));
    return [rowOf(screen_name, null, own.find((lock) => lock.month === null) ?? null), ...months];
  });

/** `2026-11` as people write it: `11/2026`. */
export const monthWords = (month: string): string => month.split('-').toReversed().join('/');
