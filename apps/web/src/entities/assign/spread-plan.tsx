import { taskBulkEndpoints, type TaskSummary } from '@darkroom/contract/task/bulk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Skeleton } from 'antd';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useShortcuts } from '../../lib/keyboard.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useUsers } from '../../lib/session/lookups.ts';
import { query } from '../../lib/api/query.ts';
import { LoadErrorMessage } from '../../ui/data-table/data-table-states.tsx';
import { useDurationFormat } from '../../lib/i18n/use-duration-format.ts';
import parts from '../task/history/task-parts.module.css';
import type { EditorLoad } from './editor-row.tsx';
import styles from './assign.module.css';
import { findReassigned, createAssignBatches, type Batch } from './batches.ts';
import { Reassignment } from './reassignment.tsx';

interface SpreadPlanProps {
  tasks: readonly TaskSummary[];
  /** Editors of the tasks' workstreams. */
  editors: readonly EditorLoad[];
  /** Count of selected tasks that cannot be assigned. */
  excludedCount: number;
  pending: boolean;
  onAssign: (batches: readonly Batch[]) => void;
  onBack: () => void;
}

/** Plan that gives all editors about the same open work. It is shown first and carried out with the button. */
export function SpreadPlan({ tasks, editors, excludedCount, pending, onAssign, onBack }: SpreadPlanProps) {
  const { t } = useTranslation(['task', 'table']);
  const { number } = useFormat();
  const { byId, name, fullName } = useUsers();
  const { since: formatSpan } = useDurationFormat();
  const people = editors.filter(({ user_id }) => !byId.get(user_id)?.is_superuser);
  const [awayIds, setAwayIds] = useState<ReadonlySet<number>>(
    () => new Set(people.flatMap(({ user_id }) => (byId.get(user_id)?.is_away ? [user_id] : []))),
  );
  const presentIds = people.filter(({ user_id }) => !awayIds.has(user_id)).map(({ user_id }) => user_id);
  const plan = useQuery({
    ...query(taskBulkEndpoints.spread, { tasks: tasks.map(({ task_id }) => task_id), editors: presentIds }),
    placeholderData: keepPreviousData,
  });
  const shares = plan.data?.results ?? [];
  const shareByEditor = new Map(shares.map((share) => [share.user_id, share]));
  const plannedCount = shares.reduce((sum, share) => sum + share.tasks.length, 0);
  const toggle = (user_id: number) => {
    const next = new Set(awayIds);
    if (!next.delete(user_id)) next.add(user_id);
    setAwayIds(next);
  };
  const taskById = new Map(tasks.map((task) => [task.task_id, task]));
  const getTasks = (share: (typeof shares)[number]) => share.tasks.flatMap((id) => taskById.get(id) ?? []);
  const reassignedTasks = shares.flatMap((share) => findReassigned(getTasks(share), share.user_id));
  const batches = shares.flatMap((share) => createAssignBatches(getTasks(share), share.user_id));
  const movedCount = batches.reduce((sum, batch) => sum + batch.tasks.length, 0);
  const runPlan = () => onAssign(batches);
  // The button applies only the shown plan, so it waits while another plan loads.
  const canRun = movedCount > 0 && !plan.isPlaceholderData && !pending;
  useShortcuts({ assignFirst: canRun ? runPlan : undefined });
  // The button that opened the plan is removed, so the focus moves to the plan.
  const container = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => container.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={container} className={styles.choice} tabIndex={-1}>
      <p className={parts.muted}>{t('assign.spreadHint')}</p>
      {plan.data && plannedCount > 0 && plan.data.unassignable_task_ids.length > 0 && (
        <p role="status" className={parts.muted}>
          {t('assign.spreadLeft', {
            count: plan.data.unassignable_task_ids.length,
            n: number(plan.data.unassignable_task_ids.length),
          })}
        </p>
      )}
      {(excludedCount > 0 || reassignedTasks.length > 0) && (
        <p role="status" className={parts.muted}>
          {excludedCount > 0 && t('assign.leftOut', { count: excludedCount })}
          <Reassignment reassignedTasks={reassignedTasks} isEditorKnown />
        </p>
      )}
      {plan.isPending && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {plan.isError && <LoadErrorMessage error={plan.error} onRetry={() => void plan.refetch()} />}
      {plan.data && (
        <ul className={styles.planList} aria-busy={plan.isPlaceholderData}>
          {people.map(({ user_id, minutes }) => {
            const share = shareByEditor.get(user_id);
            return (
              <li key={user_id}>
                <label title={fullName(user_id)}>
                  <Checkbox checked={!awayIds.has(user_id)} onChange={() => toggle(user_id)} />
                  <b className="ellipsis">{name(user_id)}</b>
                  <span className={styles.share} data-empty={share === undefined}>
                    {share
                      ? t('assign.spreadShare', {
                          n: number(share.tasks.length),
                          minutes: formatSpan(share.minutes * 60_000),
                        })
                      : formatSpan(minutes * 60_000)}
                  </span>
                  {share && (
                    <span className={styles.shareNote}>
                      {t('assign.spreadAfter', { after: formatSpan(share.minutes_after * 60_000) })}
                    </span>
                  )}
                  {byId.get(user_id)?.is_away && <span className={styles.shareNote}>{t('assign.isAway')}</span>}
                </label>
              </li>
            );
          })}
        </ul>
      )}
      {plan.data && movedCount === 0 && (
        <p role="status">{t(plannedCount === 0 ? 'assign.spreadNone' : 'assign.spreadStays')}</p>
      )}
      <div className={styles.foot}>
        {movedCount > 0 && (
          <Button type="primary" disabled={plan.isPlaceholderData} loading={pending} onClick={runPlan}>
            {t('assign.spreadDo', { count: movedCount, n: number(movedCount) })}
          </Button>
        )}
        <Button type="text" onClick={onBack}>
          {t('assign.spreadBack')}
        </Button>
      </div>
    </div>
  );
}
