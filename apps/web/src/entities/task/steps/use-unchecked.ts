import { holds } from '@darkroom/domain/permission/access';
import { lacksAChecker, QC_CODE, type Actor } from '@darkroom/domain/task/decide';
import type { TaskState } from '@darkroom/domain/task/state';
import { leads } from '@darkroom/domain/work/sight';
import { useCallback, useMemo } from 'react';
import { asSubject, useUsers } from '../../../lib/session/lookups.ts';
import { useActor } from '../../../lib/session/session.ts';

const CHECKS = Object.values(QC_CODE);

/**
 * For who leads a task's workstream: whether it waits for a check that nobody whose work that is may take up. Superusers may do everything,
 * and are not meant; while nobody is known, nothing is said.
 */
export function useUnchecked(): (task: TaskState) => boolean {
  const actor = useActor();
  const { active } = useUsers();
  const led = useMemo(() => leads(actor), [actor]);
  const checkers = useMemo(
    () =>
      active.flatMap((user): Actor[] => {
        const subject = asSubject(user);
        return !user.is_superuser && CHECKS.some((code) => holds(subject, code))
          ? [{ ...subject, user_id: user.id }]
          : [];
      }),
    [active],
  );
  const known = active.length > 0;
  return useCallback(
    (task) => known && led.includes(task.workstream) && lacksAChecker(task, checkers),
    [known, led, checkers],
  );
}
