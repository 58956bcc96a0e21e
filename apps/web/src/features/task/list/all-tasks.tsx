import { taskEndpoints } from '@darkroom/contract/task/task';
import { MANY, taskExport, taskManyEndpoints } from '@darkroom/contract/task/many';
import { anyOf, can } from '@darkroom/domain/permission/access';
import { TaskStatus } from '@darkroom/domain/task/status';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, type InputRef } from 'antd';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '../../../lib/keyboard.ts';
import { query } from '../../../lib/call/query.ts';
import { messageOf } from '../../../lib/errors/error-message.ts';
import { useScreenActions } from '../../../lib/screen-actions.ts';
import { useActor } from '../../../lib/session/session.ts';
import { useToast } from '../../../lib/toast.ts';
import { handOver, useAssignable, type Batch } from '../../../entities/assign/batches.ts';
import { useMany } from '../../../entities/assign/use-many.tsx';
import { CallButton } from '../../../ui/call-button.tsx';
import { findActive, focusRows, focusRowsIfLost } from '../../../ui/data-table/data-table-keys.ts';
import { useNarrow } from '../../../ui/data-table/columns/data-table-narrow.ts';
import type { RowKey } from '../../../ui/data-table/data-table-row.tsx';
import { panelOf } from '../../../ui/tab-bar/tab-bar.tsx';
import { ExportButton } from '../../../ui/export/export-button.tsx';
import { KeyHelp } from '../../../ui/keys/key-help.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { lazyPart } from '../../../ui/lazy/lazy.tsx';
import { ListTimes } from './list-times.tsx';
import { PipelineBar } from './pipeline-bar.tsx';
import { useChosenTasks } from '../../../entities/task/list/use-chosen-tasks.ts';
import { TaskFilters } from './task-filters.tsx';
import { TaskList, useTaskRows } from './task-list.tsx';
import { listInput, taskList, type SetTaskSearch, type TaskSearch } from './task-search.ts';
import floorCss from '../now/floor.module.css';
import listCss from '../../../entities/task/list/task-list.module.css';

import { useStepsState, useTaskSteps } from '../../../entities/task/steps/use-task-steps.tsx';
import { ManyActions } from './many-actions.tsx';

const AssignPanel = lazyPart(() =>
  import('../../../entities/assign/assign-panel.tsx').then((part) => ({ default: part.AssignPanel })),
);

interface AllTasksProps {
  search: TaskSearch;
  setSearch: SetTaskSearch;
  /** Tabs between heading and list, for users who also work on tasks. */
  tabs: ReactElement | false;
}

/** Status of tasks to assign. */
const TO_DO = [{ status: TaskStatus.TO_DO }];
/** Time in which the list's answer can follow the user's step, in milliseconds. */
const LIST_FOLLOWS_MS = 3000;
/** Width at which the panel covers the table (see `.assign`). */
const PANEL_COVERS = '(max-width: 1023px)';

/** All tasks for leaders: pipeline, filters, table and the panel that assigns work. */
export function AllTasks({ search, setSearch, tabs }: AllTasksProps) {
  const { t } = useTranslation(['task', 'errors']);
  const actor = useActor();
  const list = useTaskRows('all');
  const counts = useQuery(query(taskEndpoints.counts, {}));
  const { asking, pending: stepping } = useStepsState();
  const many = useMany(useTaskSteps().undoing);
  const pending = stepping || many.pending;
  const client = useQueryClient();
  const toast = useToast();
  const [gathering, setGathering] = useState(false);
  const editorSearch = useRef<InputRef>(null);

  // The user's step can remove the focused row from the list. The next row then gets the focus.
  const doneAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (performance.now() - doneAt.current < LIST_FOLLOWS_MS) focusRowsIfLost();
  }, [list.data]);

  const rows = list.rows ?? [];
  const { page: _page, page_size: _size, sort: _sort, ...filter } = listInput(search, 'all');
  const chosen = useChosenTasks(rows, filter);
  const selected = chosen.tasks;
  const isAssignable = useAssignable();
  const ready = selected.filter(isAssignable);
  const narrow = useNarrow();
  const mayAssign = can(actor, anyOf('npn_assign_task', 'npn_do_any_task'));

  const chooseMatching = async () => {
    setGathering(true);
    try {
      const { results } = await client.fetchQuery({ ...query(taskManyEndpoints.ids, filter), staleTime: 0 });
      chosen.put(results);
    } catch (error) {
      toast.error(messageOf(error, t));
    } finally {
      setGathering(false);
    }
  };
  const run = async (batches: readonly Batch[]) => {
    const done = new Set<RowKey>(await many.run(batches));
    doneAt.current = performance.now();
    chosen.without(done);
    return done.size >= batches.reduce((sum, batch) => sum + batch.tasks.length, 0);
  };
  const drop = (task_ids: readonly number[], editor: number) => {
    // Dragging a selected row drags all selected rows.
    const dragged = task_ids.some((id) => chosen.keys.has(id));
    const own = rows.filter((row) => task_ids.includes(row.task_id) && isAssignable(row));
    const batches = handOver(dragged ? ready : own, editor);
    if (batches.length > 0) void run(batches);
  };

  const chosenInWords = (count: number, { elsewhere, left }: typeof chosen) => {
    const words = elsewhere > 0 ? t('selectedElsewhere', { count, n: elsewhere }) : t('selected', { count });
    return left > 0 ? `${words} · ${t('selectedLeft', { count: left })}` : words;
  };

  const closePanel = () => setSearch({ assign: undefined }, { replace: true });
  const onward = () => {
    // Closes a panel that covers the rows, and moves the focus to them for the next tasks.
    if (window.matchMedia(PANEL_COVERS).matches) closePanel();
    focusRows();
  };
  const openPanel = () => {
    const row = findActive(rows, ({ task_id }) => task_id);
    editorSearch.current?.focus();
    if (selected.length === 0 && row && isAssignable(row)) chosen.put([row]);
    // Adds a browser history entry, so that Back closes the panel and the list keeps its filter.
    setSearch({ assign: true });
  };
  useScreenActions(() => [
    { key: 'assign', label: t('assign.open_panel'), call: taskEndpoints.assign, shortcut: 'A', run: openPanel },
  ]);
  useShortcuts(
    {
      hand_out: mayAssign ? openPanel : undefined,
      leave: search.assign ? closePanel : selected.length > 0 ? () => chosen.put([]) : undefined,
    },
    { enabled: !asking && search.task === undefined },
  );

  return (
    <>
      <PageHead
        title={t('title')}
        note={selected.length > 0 ? chosenInWords(selected.length, chosen) : undefined}
        actions={
          <>
            <KeyHelp className={listCss.keysButton} />
            {selected.length === 0 ? (
              <ExportButton endpoint={taskExport} list={list.input} total={list.count} />
            ) : (
              <ExportButton
                endpoint={taskExport}
                list={{ only: selected.map(({ task_id }) => task_id) }}
                total={selected.length}
              />
            )}
            {selected.length > 0 && <ManyActions selected={selected} pending={pending} run={run} />}
            {selected.length > 0 && (
              <Button type="text" onClick={() => chosen.put([])}>
                {t('clearSelection')}
              </Button>
            )}
            {mayAssign && (
              <CallButton
                call={taskEndpoints.assign}
                moves={TO_DO}
                type={ready.length > 0 ? 'primary' : 'default'}
                title="A"
                disabled={search.assign}
                onClick={openPanel}
              >
                {t('assign.open_panel')}
              </CallButton>
            )}
          </>
        }
      />
      {tabs}
      <PipelineBar
        counts={counts.data?.by_status}
        chosen={search.status ?? []}
        narrowed={taskList.isFiltered({ ...search, status: undefined })}
        onChoose={(status) => setSearch({ status: status.length > 0 ? status : undefined, page: 1 })}
      />
      <TaskFilters tab="all" search={search} setSearch={setSearch} />
      <div className={floorCss.floor} {...(tabs && panelOf('tabs-tasks', 'all'))}>
        <TaskList
          tab="all"
          list={list}
          selection={{
            keys: chosen.keys,
            onChange: chosen.choose,
            matching: { most: MANY, busy: gathering, onSelect: () => void chooseMatching() },
          }}
          handingOut={mayAssign && search.assign}
          fillHeight={!narrow}
        />
        {mayAssign && search.assign && (
          <AssignPanel
            search={editorSearch}
            ready={ready}
            leftOut={selected.length - ready.length}
            pending={pending}
            onAssign={run}
            onward={onward}
            onDrop={drop}
            onClose={closePanel}
          />
        )}
      </div>
      <ListTimes rows={list.rows} />
      {many.dialog}
    </>
  );
}
