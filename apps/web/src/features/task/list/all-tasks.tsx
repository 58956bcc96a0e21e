import { taskEndpoints } from '@darkroom/contract/task/task';
import { MAX_BULK_TASKS, taskExport, taskBulkEndpoints } from '@darkroom/contract/task/bulk';
import { anyOf, can } from '@darkroom/domain/permission/access';
import { TaskStatus } from '@darkroom/domain/task/status';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, type InputRef } from 'antd';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useShortcuts } from '../../../lib/keyboard.ts';
import { query } from '../../../lib/api/query.ts';
import { getErrorMessage } from '../../../lib/errors/error-message.ts';
import { useScreenActions } from '../../../lib/screen-actions.ts';
import { useActor } from '../../../lib/session/session.ts';
import { useToast } from '../../../lib/toast.ts';
import { createAssignBatches, useIsAssignable, type Batch } from '../../../entities/assign/batches.ts';
import { useBulkActions } from '../../../entities/assign/use-bulk-actions.tsx';
import { CallButton } from '../../../ui/call-button.tsx';
import { findActiveRow, focusRows, focusRowsIfLost } from '../../../ui/data-table/data-table-keys.ts';
import { useIsNarrow } from '../../../ui/data-table/columns/window-width.ts';
import type { RowKey } from '../../../ui/data-table/data-table-row.tsx';
import { getPanelProps } from '../../../ui/tab-bar/tab-bar.tsx';
import { ExportButton } from '../../../ui/export/export-button.tsx';
import { KeyHelp } from '../../../ui/keys/key-help.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { lazyOverlay, lazyPart } from '../../../ui/lazy/lazy.tsx';
import { ListTimes } from './list-times.tsx';
import { PipelineBar } from './pipeline-bar.tsx';
import { useSelectedTasks } from '../../../entities/task/list/use-selected-tasks.ts';
import { TaskFilters } from './task-filters.tsx';
import { TaskList, type useTaskRows } from './task-list.tsx';
import { toListInput, taskList, type SetTaskSearch, type TaskSearch } from './task-search.ts';
import pipelineCss from '../now/pipeline.module.css';
import listCss from '../../../entities/task/list/task-list.module.css';

import { useStepsState, useTaskSteps } from '../../../entities/task/steps/use-task-steps.tsx';
import { BulkActions } from './bulk-actions.tsx';

const AssignPanel = lazyPart(() =>
  import('../../../entities/assign/assign-panel.tsx').then((part) => ({ default: part.AssignPanel })),
);

const HandOverDialog = lazyOverlay(() => import('../../../entities/hand-over/hand-over-dialog.tsx'));

interface AllTasksProps {
  list: ReturnType<typeof useTaskRows>;
  search: TaskSearch;
  setSearch: SetTaskSearch;
  /** Tabs between heading and list, for users who also work on tasks. */
  tabs: ReactElement | false;
}

/** Status of tasks to assign. */
const TO_DO = [{ status: TaskStatus.TO_DO }];
/** Time in which the list's response can follow the user's step, in milliseconds. */
const LIST_RELOAD_MS = 3000;
/** Width at which the panel covers the table (see `.assign`). */
const PANEL_COVERS_QUERY = '(max-width: 1023px)';

/** All tasks for leaders: pipeline, filters, table and the panel that assigns work. */
export function AllTasks({ list, search, setSearch, tabs }: AllTasksProps) {
  const { t } = useTranslation(['task', 'errors']);
  const actor = useActor();
  const counts = useQuery(query(taskEndpoints.counts, {}));
  const { isFormOpen, pending: isStepping } = useStepsState();
  const { undoOffers } = useTaskSteps();
  const bulkActions = useBulkActions(undoOffers);
  const [isHandingOver, setIsHandingOver] = useState(false);
  const pending = isStepping || bulkActions.pending;
  const client = useQueryClient();
  const toast = useToast();
  const [isSelecting, setIsSelecting] = useState(false);
  const editorSearch = useRef<InputRef>(null);

  // The user's step can remove the focused row from the list. The next row then receives the focus.
  const lastStepAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (performance.now() - lastStepAt.current < LIST_RELOAD_MS) focusRowsIfLost();
  }, [list.data]);

  const rows = list.rows ?? [];
  const { page: _page, page_size: _size, sort: _sort, ...filter } = toListInput(search, 'all');
  const selection = useSelectedTasks(rows, filter);
  const selected = selection.tasks;
  const isAssignable = useIsAssignable();
  const assignableTasks = selected.filter(isAssignable);
  const isNarrow = useIsNarrow();
  const canAssign = can(actor, anyOf('npn_assign_task', 'npn_do_any_task'));

  const selectMatching = async () => {
    setIsSelecting(true);
    try {
      const { results } = await client.fetchQuery({ ...query(taskBulkEndpoints.ids, filter), staleTime: 0 });
      selection.replace(results);
    } catch (error) {
      toast.error(getErrorMessage(error, t));
    } finally {
      setIsSelecting(false);
    }
  };
  const run = async (batches: readonly Batch[]) => {
    const done = new Set<RowKey>(await bulkActions.run(batches));
    lastStepAt.current = performance.now();
    selection.remove(done);
    return done.size >= batches.reduce((sum, batch) => sum + batch.tasks.length, 0);
  };
  const assignDropped = (task_ids: readonly number[], editor: number) => {
    // Dragging a selected row drags all selected rows.
    const isSelectionDragged = task_ids.some((id) => selection.keys.has(id));
    const droppedRows = rows.filter((row) => task_ids.includes(row.task_id) && isAssignable(row));
    const batches = createAssignBatches(isSelectionDragged ? assignableTasks : droppedRows, editor);
    if (batches.length > 0) void run(batches);
  };

  const formatSelection = (count: number, { elsewhereCount, unmatchedCount }: typeof selection) => {
    const selectedText =
      elsewhereCount > 0 ? t('selectedElsewhere', { count, n: elsewhereCount }) : t('selected', { count });
    return unmatchedCount > 0 ? `${selectedText} · ${t('selectedLeft', { count: unmatchedCount })}` : selectedText;
  };

  const closePanel = () => setSearch({ assign: undefined }, { replace: true });
  const continueInList = () => {
    // Closes a panel that covers the rows, and moves the focus to them for the next tasks.
    if (window.matchMedia(PANEL_COVERS_QUERY).matches) closePanel();
    focusRows();
  };
  const openPanel = () => {
    const row = findActiveRow(rows, ({ task_id }) => task_id);
    editorSearch.current?.focus();
    if (selected.length === 0 && row && isAssignable(row)) selection.replace([row]);
    // Adds a browser history entry, so that Back closes the panel and the filter of the list does not change.
    setSearch({ assign: true });
  };
  useScreenActions(() => [
    { key: 'assign', label: t('assign.openPanel'), call: taskEndpoints.assign, shortcut: 'A', run: openPanel },
  ]);
  useShortcuts(
    {
      assign: canAssign ? openPanel : undefined,
      leave: search.assign ? closePanel : selected.length > 0 ? () => selection.replace([]) : undefined,
    },
    { enabled: !isFormOpen && search.task === undefined },
  );

  return (
    <>
      <PageHead
        title={t('title')}
        note={selected.length > 0 ? formatSelection(selected.length, selection) : undefined}
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
            {selected.length > 0 && (
              <BulkActions selected={selected} pending={pending} run={run} onHandOver={() => setIsHandingOver(true)} />
            )}
            {selected.length > 0 && (
              <Button type="text" onClick={() => selection.replace([])}>
                {t('clearSelection')}
              </Button>
            )}
            {canAssign && (
              <CallButton
                call={taskEndpoints.assign}
                moves={TO_DO}
                type={assignableTasks.length > 0 ? 'primary' : 'default'}
                title="A"
                disabled={search.assign}
                onClick={openPanel}
              >
                {t('assign.openPanel')}
              </CallButton>
            )}
          </>
        }
      />
      {tabs}
      <PipelineBar
        counts={counts.data?.by_status}
        selected={search.status ?? []}
        hasOtherFilters={taskList.isFiltered({ ...search, status: undefined })}
        onSelect={(status) => setSearch({ status: status.length > 0 ? status : undefined, page: 1 })}
      />
      <TaskFilters tab="all" search={search} setSearch={setSearch} />
      <div className={pipelineCss.content} {...(tabs && getPanelProps('tabs-tasks', 'all'))}>
        <TaskList
          tab="all"
          list={list}
          selection={{
            keys: selection.keys,
            onChange: selection.select,
            matching: { limit: MAX_BULK_TASKS, busy: isSelecting, onSelect: () => void selectMatching() },
          }}
          isAssigning={canAssign && search.assign}
          fillHeight={!isNarrow}
        />
        {canAssign && search.assign && (
          <AssignPanel
            searchRef={editorSearch}
            assignableTasks={assignableTasks}
            excludedCount={selected.length - assignableTasks.length}
            pending={pending}
            onAssign={run}
            onContinue={continueInList}
            onDrop={assignDropped}
            onClose={closePanel}
          />
        )}
      </div>
      <ListTimes rows={list.rows} />
      {bulkActions.dialog}
      {isHandingOver && (
        <HandOverDialog selected={selected} undoOffers={undoOffers} onClose={() => setIsHandingOver(false)} />
      )}
    </>
  );
}
