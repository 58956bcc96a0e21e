import { endpoints, type TaskRow } from '@darkroom/contract';
import { holds } from '@darkroom/domain/permission/access';
import { TaskStatus } from '@darkroom/domain/task/status';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '../../lib/keyboard.ts';
import { query } from '../../lib/query.ts';
import { useActor } from '../../lib/session.ts';
import { useNarrow } from '../../ui/data-table-narrow.ts';
import type { RowKey } from '../../ui/data-table-row.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { AssignPanel } from './assign-panel.tsx';
import { PipelineBar } from './pipeline-bar.tsx';
import { rowAtFocus } from '../../ui/task/row-at-focus.ts';
import { TaskFilters } from './task-filters.tsx';
import { TaskList, useTaskRows } from './task-list.tsx';
import type { SetTaskSearch, TaskSearch } from './task-search.ts';
import { isPossible } from '../../ui/task/task-steps-of.ts';
import floorCss from './floor.module.css';
import styles from './task.module.css';
import { useCompleteMany } from './use-complete-many.ts';
import { useStepsState, useTaskSteps } from '../../ui/task/use-task-steps.tsx';

interface AllTasksProps {
  search: TaskSearch;
  setSearch: SetTaskSearch;
  /** The tabs between head and list, for whoever works on tasks too. */
  tabs: ReactNode;
  onSheet: () => void;
}

/** The whole floor for those who lead it: the pipeline, filters, the table, and the panel that hands work out. */
export function AllTasks({ search, setSearch, tabs, onSheet }: AllTasksProps) {
  const { t } = useTranslation('task');
  const actor = useActor();
  const list = useTaskRows(search, 'all');
  const counts = useQuery(query(endpoints.task.counts, {}));
  const { assign } = useTaskSteps();
  const { pending, asking } = useStepsState();
  const completeMany = useCompleteMany();
  // Kept as rows, not as keys: what was chosen on another page can still be handed out.
  const [chosen, setChosen] = useState<ReadonlyMap<RowKey, TaskRow>>(new Map());

  const rows = list.data?.results ?? [];
  const newest = (row: TaskRow) => rows.find((one) => one.task_id === row.task_id) ?? row;
  const selected = [...chosen.values()].map(newest);
  const ready = selected.filter((row) => row.status === TaskStatus.TO_DO);
  const completable = selected.filter((row) => isPossible(row, 'complete', actor));
  const narrow = useNarrow();
  const mayAssign = holds(actor, 'npn_assign_task');

  const choose = (keys: ReadonlySet<RowKey>) => {
    const known = new Map([...chosen, ...rows.map((row) => [row.task_id, row] as const)]);
    setChosen(new Map([...keys].flatMap((key) => (known.has(key) ? [[key, known.get(key)!] as const] : []))));
  };
  const letGo = (done: readonly TaskRow[]) =>
    setChosen((all) => new Map([...all].filter(([key]) => !done.some((row) => row.task_id === key))));
  const handOut = async (tasks: readonly TaskRow[], editor: number) => {
    const result = await assign(tasks, editor);
    if (result.kind === 'done') letGo(tasks);
  };
  const drop = (task_ids: readonly number[], editor: number) => {
    // Dragging one of the chosen takes all of the chosen along.
    const dragged = task_ids.some((id) => chosen.has(id))
      ? selected
      : rows.filter((row) => task_ids.includes(row.task_id));
    const tasks = dragged.filter((row) => row.status === TaskStatus.TO_DO);
    if (tasks.length > 0) void handOut(tasks, editor);
  };

  const openPanel = () => {
    const row = rowAtFocus(rows);
    if (chosen.size === 0 && row?.status === TaskStatus.TO_DO) setChosen(new Map([[row.task_id, row]]));
    setSearch({ assign: true }, { replace: true });
  };
  useShortcuts(
    {
      a: () => mayAssign && openPanel(),
      Escape: () => (search.assign ? setSearch({ assign: undefined }, { replace: true }) : setChosen(new Map())),
    },
    { enabled: !asking && search.task === undefined },
  );

  return (
    <>
      <PageHead
        title={t('title')}
        note={selected.length > 0 ? t('selected', { count: selected.length }) : undefined}
        actions={
          <>
            <Button type="text" title="?" onClick={onSheet} className={styles.keysButton}>
              {t('keys.title')}
            </Button>
            {selected.length > 0 && (
              <Button type="text" onClick={() => setChosen(new Map())}>
                {t('clearSelection')}
              </Button>
            )}
            {completable.length > 0 && (
              <Button
                type={ready.length === 0 ? 'primary' : 'default'}
                disabled={pending}
                onClick={() => void completeMany(completable).then(letGo)}
              >
                {t('completeMany', { count: completable.length })}
              </Button>
            )}
            {mayAssign && (
              <Button
                type={ready.length > 0 ? 'primary' : 'default'}
                title="A"
                disabled={search.assign}
                onClick={openPanel}
              >
                {t('assign.open_panel')}
              </Button>
            )}
          </>
        }
      />
      {tabs}
      <PipelineBar
        counts={counts.data?.by_status}
        chosen={search.status ?? []}
        onChoose={(status) => setSearch({ status: status.length > 0 ? status : undefined, page: 1 })}
      />
      <TaskFilters search={search} setSearch={setSearch} />
      <div className={floorCss.floor}>
        <TaskList
          tab="all"
          search={search}
          setSearch={setSearch}
          list={list}
          selection={{ keys: new Set(chosen.keys()), onChange: choose }}
          handingOut={mayAssign && search.assign}
          fillHeight={!narrow}
        />
        {mayAssign && search.assign && (
          <AssignPanel
            ready={ready.length}
            leftOut={selected.length - ready.length}
            workstreams={new Set(ready.map((row) => row.workstream))}
            pending={pending}
            onAssign={(editor) => void handOut(ready, editor)}
            onDrop={drop}
            onClose={() => setSearch({ assign: undefined }, { replace: true })}
          />
        )}
      </div>
    </>
  );
}
