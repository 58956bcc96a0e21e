import { taskManyEndpoints, type TaskInShort } from '@darkroom/contract/task/many';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Skeleton } from 'antd';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '../../lib/keyboard.ts';
import { useFormat } from '../../lib/words/format.ts';
import { useUsers } from '../../lib/session/lookups.ts';
import { query } from '../../lib/call/query.ts';
import { CouldNotLoad } from '../../ui/data-table/data-table-states.tsx';
import { useSpan } from '../../lib/words/use-span.ts';
import parts from '../task/story/task-parts.module.css';
import type { Load } from './editor-row.tsx';
import styles from './assign.module.css';
import { changingHands, handOver, type Batch } from './batches.ts';
import { Reassignment } from './changing-hands.tsx';

interface SpreadPlanProps {
  tasks: readonly TaskInShort[];
  /** Editors of the tasks' workstreams. */
  editors: readonly Load[];
  /** Count of selected tasks that cannot be assigned. */
  leftOut: number;
  pending: boolean;
  onAssign: (batches: readonly Batch[]) => void;
  onBack: () => void;
}

/** Plan that gives all editors about the same open work. It is shown first and carried out with the button. */
export function SpreadPlan({ tasks, editors, leftOut, pending, onAssign, onBack }: SpreadPlanProps) {
  const { t } = useTranslation(['task', 'table']);
  const { number } = useFormat();
  const { byId, name, fullName } = useUsers();
  const { since: span } = useSpan();
  const people = editors.filter(({ user_id }) => !byId.get(user_id)?.is_superuser);
  const [away, setAway] = useState<ReadonlySet<number>>(
    () => new Set(people.flatMap(({ user_id }) => (byId.get(user_id)?.is_away ? [user_id] : []))),
  );
  const present = people.filter(({ user_id }) => !away.has(user_id)).map(({ user_id }) => user_id);
  const plan = useQuery({
    ...query(taskManyEndpoints.spread, { tasks: tasks.map(({ task_id }) => task_id), editors: present }),
    placeholderData: keepPreviousData,
  });
  const shares = plan.data?.results ?? [];
  const shareOf = new Map(shares.map((share) => [share.user_id, share]));
  const planned = shares.reduce((sum, share) => sum + share.tasks.length, 0);
  const toggle = (user_id: number) => {
    const next = new Set(away);
    if (!next.delete(user_id)) next.add(user_id);
    setAway(next);
  };
  const byTask = new Map(tasks.map((task) => [task.task_id, task]));
  const tasksOf = (share: (typeof shares)[number]) => share.tasks.flatMap((id) => byTask.get(id) ?? []);
  const taken = shares.flatMap((share) => changingHands(tasksOf(share), share.user_id));
  const batches = shares.flatMap((share) => handOver(tasksOf(share), share.user_id));
  const moving = batches.reduce((sum, batch) => sum + batch.tasks.length, 0);
  const carryOut = () => onAssign(batches);
  // The button carries out the shown plan only, so it waits while another plan loads.
  const ready = moving > 0 && !plan.isPlaceholderData && !pending;
  useShortcuts({ assign_first: ready ? carryOut : undefined });
  // The button that opened the plan is gone, so the focus moves to the plan.
  const whole = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => whole.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={whole} className={styles.choice} tabIndex={-1}>
      <p className={parts.muted}>{t('assign.spreadHint')}</p>
      {plan.data && planned > 0 && plan.data.left.length > 0 && (
        <p role="status" className={parts.muted}>
          {t('assign.spreadLeft', { count: plan.data.left.length, n: number(plan.data.left.length) })}
        </p>
      )}
      {(leftOut > 0 || taken.length > 0) && (
        <p role="status" className={parts.muted}>
          {leftOut > 0 && t('assign.leftOut', { count: leftOut })}
          <Reassignment taken={taken} settled />
        </p>
      )}
      {plan.isPending && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {plan.isError && <CouldNotLoad error={plan.error} onRetry={() => void plan.refetch()} />}
      {plan.data && (
        <ul className={styles.spread} aria-busy={plan.isPlaceholderData}>
          {people.map(({ user_id, minutes }) => {
            const share = shareOf.get(user_id);
            return (
              <li key={user_id}>
                <label title={fullName(user_id)}>
                  <Checkbox checked={!away.has(user_id)} onChange={() => toggle(user_id)} />
                  <b className="ellipsis">{name(user_id)}</b>
                  <span className={styles.share} data-none={share === undefined}>
                    {share
                      ? t('assign.spreadShare', {
                          n: number(share.tasks.length),
                          minutes: span(share.minutes * 60_000),
                        })
                      : span(minutes * 60_000)}
                  </span>
                  {share && (
                    <span className={styles.after}>
                      {t('assign.spreadAfter', { after: span(share.minutes_after * 60_000) })}
                    </span>
                  )}
                  {byId.get(user_id)?.is_away && <span className={styles.after}>{t('assign.isAway')}</span>}
                </label>
              </li>
            );
          })}
        </ul>
      )}
      {plan.data && moving === 0 && (
        <p role="status">{t(planned === 0 ? 'assign.spreadNone' : 'assign.spreadStays')}</p>
      )}
      <div className={styles.foot}>
        {moving > 0 && (
          <Button type="primary" disabled={plan.isPlaceholderData} loading={pending} onClick={carryOut}>
            {t('assign.spreadDo', { count: moving, n: number(moving) })}
          </Button>
        )}
        <Button type="text" onClick={onBack}>
          {t('assign.spreadBack')}
        </Button>
      </div>
    </div>
  );
}
