import { useTranslation } from 'react-i18next';
import { Button } from 'antd';
import { useFormat } from '../../../lib/words/format.ts';
import { useActor } from '../../../lib/session/session.ts';
import { checks } from '../cockpit/checks.ts';
import { ListTimes } from './list-times.tsx';
import { TaskFilters } from './task-filters.tsx';
import { TaskList, type useTaskRows } from './task-list.tsx';
import type { SetTaskSearch, TaskSearch, TaskTab } from './task-search.ts';
import { leads } from './task-tabs.ts';

interface OwnTasksProps {
  tab: Exclude<TaskTab, 'all'>;
  search: TaskSearch;
  setSearch: SetTaskSearch;
  list: ReturnType<typeof useTaskRows>;
  couldTake: number;
  waiting: number;
}

/** One of the user's own three lists. Only the pool has filters, because the others are short. */
export function OwnTasks({ tab, search, setSearch, list, couldTake, waiting }: OwnTasksProps) {
  const { t } = useTranslation('task');
  const { number } = useFormat();
  const actor = useActor();
  // Work that waits for the user comes before the pool.
  const waits = tab === 'mine' && waiting > 0;
  const takes = tab !== 'pool' && couldTake > 0;
  const role = leads(actor) ? 'lead' : checks(actor) ? 'check' : 'edit';
  const names = { all: t('tab.all'), waiting: t('tab.waiting'), pool: t('tab.pool'), check: t('cockpit.open') };
  return (
    <>
      {tab === 'pool' && <TaskFilters tab={tab} search={search} setSearch={setSearch} />}
      <TaskList
        tab={tab}
        list={list}
        emptyHint={tab === 'mine' ? t(`empty.mine.${role}.${waits || takes ? 'some' : 'none'}`, names) : undefined}
        emptyAction={
          waits || takes ? (
            <div className="cluster">
              {waits && (
                <Button onClick={() => setSearch({ tab: 'waiting', page: 1 })}>
                  {t('rest.waiting', { count: waiting, n: number(waiting) })}
                </Button>
              )}
              {takes && (
                <Button onClick={() => setSearch({ tab: 'pool', page: 1 })}>
                  {t('rest.see', { count: couldTake, n: number(couldTake) })}
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
