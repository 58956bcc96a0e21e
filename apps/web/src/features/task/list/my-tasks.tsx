import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { Button } from 'antd';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useActor } from '../../../lib/session/session.ts';
import { canCheckTasks } from '../check-view/checks.ts';
import { ListTimes } from './list-times.tsx';
import { TaskFilters } from './task-filters.tsx';
import { TaskList, type useTaskRows } from './task-list.tsx';
import type { SetTaskSearch, TaskSearch, TaskTab } from './task-search.ts';
import { canLeadTasks } from './task-tabs.ts';

interface MyTasksProps {
  tab: Exclude<TaskTab, 'all'>;
  search: TaskSearch;
  setSearch: SetTaskSearch;
  list: ReturnType<typeof useTaskRows>;
  poolCount: number;
  waitingCount: number;
}

/** One of the user's own three lists. Only the pool has filters, because the others are short. */
export function MyTasks({ tab, search, setSearch, list, poolCount, waitingCount }: MyTasksProps) {
  const { t } = useTranslation('task');
  const { number } = useFormat();
  const actor = useActor();
  // Work that waits for the user comes before the pool.
  const hasWaiting = tab === 'mine' && waitingCount > 0;
  const hasPool = tab !== 'pool' && poolCount > 0;
  const role = canLeadTasks(actor) ? 'lead' : canCheckTasks(actor) ? 'check' : 'edit';
  const tabNames = { all: t('tab.all'), waiting: t('tab.waiting'), pool: t('tab.pool'), check: t('checkView.open') };
  return (
    <>
      {tab === 'pool' && <TaskFilters tab={tab} search={search} setSearch={setSearch} />}
      <TaskList
        tab={tab}
        list={list}
        emptyHint={
          tab === 'mine' ? t(`empty.mine.${role}.${hasWaiting || hasPool ? 'some' : 'none'}`, tabNames) : undefined
        }
        emptyAction={
          hasWaiting || hasPool ? (
            <div className="cluster">
              {hasWaiting && (
                <Button onClick={() => setSearch({ tab: 'waiting', page: 1 })}>
                  {t('remaining.waiting', { count: waitingCount, n: number(waitingCount) })}
                </Button>
              )}
              {hasPool && (
                <Button onClick={() => setSearch({ tab: 'pool', page: 1 })}>
                  {t('remaining.see', { count: poolCount, n: number(poolCount) })}
                </Button>
              )}
            </div>
          ) : undefined
        }
      />
      <ListTimes rows={list.rows} />
    </>
  );
}
