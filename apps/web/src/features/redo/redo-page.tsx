import { REDO_STATES, redoEndpoints, redoExport, type RedoRow } from '@darkroom/contract/request/redo';
import { canViewTasks } from '@darkroom/domain/permission/access';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useActivityRefresh } from '../../lib/activity.ts';
import { useFaultKinds } from '../../lib/session/lookups.ts';
import { useCan } from '../../lib/session/session.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useList, type List } from '../../ui/data-table/use-list.ts';
import { ExportButton } from '../../ui/export/export-button.tsx';
import { KeyHelp } from '../../ui/keys/key-help.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { useTaskKeys } from '../../entities/task/list/use-task-keys.ts';
import { TaskStepsProvider, useTaskSteps } from '../../entities/task/steps/use-task-steps.tsx';
import { useRedoBlock, useRedoColumns } from './redo-columns.tsx';
import listCss from '../../entities/task/list/task-list.module.css';
import { TabBar } from '../../ui/tab-bar/tab-bar.tsx';
import { TabPanel } from '../../ui/tab-bar/tab-panel.tsx';
import { lazyOverlay } from '../../ui/lazy/lazy.tsx';
import { useTaskListFilters } from '../../entities/task/list/task-list-filters.tsx';
import { FilterBar } from '../../ui/filter-bar/filter-bar.tsx';
import { useFilters } from '../../ui/filter-bar/use-filters.tsx';
import { SavedViews } from '../../ui/saved-views/saved-views.tsx';
import { taskId } from '@darkroom/contract/fields';
import { listSearch, type SearchOf } from '../../lib/list-search.ts';
import type { SetSearch } from '../../lib/use-screen-search.ts';

/** The rework list. A saved view includes its tab. */
export const redoList = listSearch(redoEndpoints.list.input.shape, {
  // The task whose details are open.
  screenState: { task: taskId().optional() },
  long: true,
});

type RedoSearch = SearchOf<typeof redoList>;
type SetRedoSearch = SetSearch<RedoSearch>;

const RedoDrawer = lazyOverlay(() => import('./redo-drawer.tsx').then((part) => ({ default: part.RedoDrawer })));

/** The rework list (spec §2, /job/redo-tasks): tasks in rework, the notes about them and their progress. */
export default function RedoPage() {
  return (
    <TaskStepsProvider>
      <RedoScreen />
    </TaskStepsProvider>
  );
}

function RedoScreen() {
  const { t } = useTranslation(['redo', 'task', 'status', 'errors', 'table', 'record', 'common']);
  const { pressStep: begin } = useTaskSteps();
  const list = useList(redoList, redoEndpoints.list);
  const { search, setSearch } = list;
  useActivityRefresh(['task', 'job']);
  // Loaded early, so that the fault form opens with its fault types and their digit keys.
  useFaultKinds();
  useTaskKeys({
    rows: list.rows ?? [],
    cardTask: null,
    pressStep: begin,
    isMyList: false,
    enabled: search.task === undefined,
  });

  return (
    <div className="page">
      <PageHead
        title={t('title')}
        note={list.note((count, n) => t('inAll', { count, n }))}
        actions={
          <>
            <KeyHelp className={listCss.keysButton} />
            <ExportButton endpoint={redoExport} list={list.input} total={list.count} />
          </>
        }
      />
      <TabBar
        name="tabs-redo"
        active={search.state}
        tabs={REDO_STATES.map((key) => ({ key, label: t(`state.${key}`) }))}
        onChange={(state) => setSearch({ state, page: 1 })}
      />
      <TabPanel of="tabs-redo" active={search.state}>
        <div className="mb-8">
          <RedoFilters search={search} setSearch={setSearch} />
        </div>
        <RedoTable list={list} />
      </TabPanel>
      {search.task !== undefined && <RedoDrawer task_id={search.task} onClose={() => setSearch({ task: undefined })} />}
    </div>
  );
}

function RedoTable({ list }: { list: List<typeof redoEndpoints.list, RedoSearch> }) {
  const { t } = useTranslation('redo');
  const can = useCan();
  const columns = useRedoColumns();
  const compact = useRedoBlock();
  return (
    <DataTable<RedoRow>
      {...list.table}
      name={t('title')}
      list="redo"
      columns={columns}
      compact={compact}
      rowKey={keyOfRow}
      rowName={nameOfRow}
      empty={
        // An empty list means nothing to a user who cannot view tasks, so the text differs.
        can(canViewTasks)
          ? { title: t(`empty.${list.search.state}`), hint: t('empty.hint') }
          : { title: t('empty.noPermission.title'), hint: t('empty.noPermission.hint') }
      }
      onOpen={(row) => list.setSearch({ task: row.task_id })}
      fillHeight
    />
  );
}

const keyOfRow = (row: RedoRow) => row.task_id;
const nameOfRow = (row: RedoRow) => row.sub_prod_id;

export function RedoFilters({ search, setSearch }: { search: RedoSearch; setSearch: SetRedoSearch }) {
  const { t } = useTranslation('redo');
  const { text } = useFilters(redoList, search, setSearch);
  return (
    <FilterBar
      before={<SavedViews screen="redo" list={redoList} search={search} />}
      search={text(t('search'))}
      filters={useTaskListFilters(redoList, search, setSearch)}
      onClear={() => setSearch(redoList.cleared)}
    />
  );
}
