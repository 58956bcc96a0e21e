import { taskEndpoints, type TaskRow } from '@darkroom/contract/task/task';
import { taskExport } from '@darkroom/contract/task/bulk';
import { can } from '@darkroom/domain/permission/access';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useActivityRefresh } from '../../../lib/activity.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { prefetchLookups, useFaultKinds } from '../../../lib/session/lookups.ts';
import { pageQuery, query } from '../../../lib/api/query.ts';
import { useActor } from '../../../lib/session/session.ts';
import type { FirstReads } from '../../../lib/api/first-reads.ts';
import { parseSearch, useScreenSearch } from '../../../lib/use-screen-search.ts';
import { useIsNarrow } from '../../../ui/data-table/columns/window-width.ts';
import { ExportButton } from '../../../ui/export/export-button.tsx';
import { KeyHelp } from '../../../ui/keys/key-help.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import type { UndoneResult } from '../check-view/check-view.tsx';
import { findCheckSteps, canCheckTasks } from '../check-view/checks.ts';
import { MyTasks } from './my-tasks.tsx';
import { MoreTaskSteps, NextTaskStep } from '../../../entities/task/steps/step-buttons.tsx';
import { OpenSupportersContext } from '../record/supporters-line.tsx';
import { CardTaskContext } from './task-columns.tsx';
import { useTaskRows } from './task-list.tsx';
import { toListInput, taskList, type SetTaskSearch, type TaskSearch, type TaskTab } from './task-search.ts';
import { getTab, listTabs, canWorkOnTasks } from './task-tabs.ts';
import cardCss from '../now/now-card.module.css';
import listCss from '../../../entities/task/list/task-list.module.css';
import styles from './task.module.css';
import { useCardChange } from '../now/use-card-change.ts';
import { useQuantityDrafts } from '../now/use-quantity-drafts.ts';
import { useNowTasks } from '../now/use-now-tasks.ts';
import { useTaskKeys } from '../../../entities/task/list/use-task-keys.ts';
import { isCheckStart } from '../../../entities/task/steps/task-steps.ts';
import { TaskStepsProvider, useStepsState } from '../../../entities/task/steps/use-task-steps.tsx';
import { FigureTooltip } from '../../../ui/tooltip/figure-tooltip.tsx';
import { getPanelProps, TabBar } from '../../../ui/tab-bar/tab-bar.tsx';
import { AllTasks } from './all-tasks.tsx';
import { NowPanel } from '../now/now-panel.tsx';
import { lazyOverlay, lazyPart } from '../../../ui/lazy/lazy.tsx';

const TABS_ID = 'tabs-tasks';

/** Starts the first requests of the task page: its list, the numbers of its tabs, and the lookups for names. */
export const prefetchTaskPage: FirstReads = (client, url, actor) => {
  const search = parseSearch(taskList.schema, url);
  // The check view has its own list.
  if (search.check !== undefined || !can(actor, taskEndpoints.list.access)) return;
  void client.prefetchQuery(pageQuery(taskEndpoints.list, toListInput(search, getTab(search, actor))));
  void client.prefetchQuery(query(taskEndpoints.counts, {}));
  prefetchLookups(client, actor);
};

const CheckView = lazyPart(() => import('../check-view/check-view.tsx').then((part) => ({ default: part.CheckView })));
const TaskDrawer = lazyOverlay(() =>
  import('../record/task-drawer.tsx').then((part) => ({ default: part.TaskDrawer })),
);
const SupportersDialog = lazyOverlay(() =>
  import('../record/supporters-dialog.tsx').then((part) => ({ default: part.SupportersDialog })),
);

/** The task page (spec §2, /job/task): the user's own work first, all tasks for leaders. Checks have their own view. */
export default function TaskPage() {
  const [search, setSearch] = useScreenSearch(taskList.schema);
  const [undoneResult, setUndoneResult] = useState<UndoneResult | null>(null);
  // The taken task moves to the card, so that the next key starts it.
  const [justTaken, setJustTaken] = useState<number | null>(null);
  return (
    <TaskStepsProvider
      onStep={(task_id, action) => {
        if (isCheckStart(action)) setSearch({ check: task_id, task: undefined });
        else if (action === 'assign') setJustTaken(task_id);
      }}
    >
      {search.check === undefined ? (
        <TaskScreen search={search} setSearch={setSearch} justTaken={justTaken} />
      ) : (
        <CheckView
          checkId={search.check}
          setSearch={setSearch}
          undoneResult={undoneResult}
          setUndoneResult={setUndoneResult}
        />
      )}
    </TaskStepsProvider>
  );
}

interface TaskScreenProps {
  search: TaskSearch;
  setSearch: SetTaskSearch;
  justTaken: number | null;
}

function TaskScreen({ search, setSearch, justTaken }: TaskScreenProps) {
  const { t } = useTranslation(['task', 'status', 'errors', 'table']);
  const { number } = useFormat();
  const actor = useActor();
  const isNarrow = useIsNarrow();
  const [supportersTaskId, setSupportersTaskId] = useState<number | null>(null);
  const openSupporters = useCallback((row: TaskRow) => setSupportersTaskId(row.task_id), []);
  const { pending } = useStepsState();
  useActivityRefresh(['task', 'job']);
  // Loaded early, so that the fault form opens with its fault types and their digit keys.
  useFaultKinds();

  const tabs = listTabs(actor);
  const tab = getTab(search, actor);
  const counts = useQuery(query(taskEndpoints.counts, {}));
  const poolCount = counts.data?.pool ?? 0;
  const isMyWork = tab !== 'all';
  const now = useNowTasks(isMyWork && canWorkOnTasks(actor), justTaken);
  const quantityDrafts = useQuantityDrafts(now.row);
  const canTakeFocus = useCardChange(now, quantityDrafts);
  const list = useTaskRows(tab);
  // A check in progress is continued.
  const checkInProgressId = now.row && findCheckSteps(now.row, actor).pass ? now.row.task_id : undefined;
  const openTask = (row: TaskRow) => setSearch({ task: row.task_id });
  useTaskKeys({
    rows: list.rows ?? [],
    cardTask: isMyWork ? now.row : null,
    justTaken,
    pressStep: (row, action) => {
      // Quantities of the task on the card are typed there.
      const onCard = action === 'set_quantity' && row.task_id === now.row?.task_id;
      if (onCard && quantityDrafts.firstField.current) quantityDrafts.firstField.current.focus();
      else quantityDrafts.pressStep(row, action);
    },
    isMyList: isMyWork,
    enabled: search.task === undefined && supportersTaskId === null,
  });

  const renderLabel = (key: TaskTab) => {
    const listCount = key === 'all' ? undefined : counts.data?.[key];
    // The card uses the same list, so its number agrees with the card.
    const count = key === 'mine' ? (now.taskCount ?? listCount) : listCount;
    const cameBackCount = key === 'waiting' ? (counts.data?.returned_count ?? 0) : 0;
    return (
      <span className={styles.tab}>
        {t(`tab.${key}`)}
        {count !== undefined && <span className="ink-muted tabular">{number(count)}</span>}
        {cameBackCount > 0 && (
          <span className={styles.returnedBadge} title={t('toFix', { count: cameBackCount, n: number(cameBackCount) })}>
            <span className={isNarrow ? 'visually-hidden' : undefined}>
              {t('toFix', { count: cameBackCount, n: number(cameBackCount) })}
            </span>
            {isNarrow && <span aria-hidden>{number(cameBackCount)}</span>}
          </span>
        )}
      </span>
    );
  };

  const tabBar = tabs.length > 1 && (
    <TabBar
      name={TABS_ID}
      active={tab}
      // Four tabs with numbers need the whole width of a phone.
      isDense={isNarrow}
      tabs={tabs.map((key) => ({ key, label: renderLabel(key) }))}
      onChange={(key) => {
        setSearch({ tab: key, page: 1, sort: undefined });
        // On a phone the card can fill the screen, so the list is scrolled into view.
        if (isNarrow) document.getElementById(TABS_ID)?.scrollIntoView({ block: 'start' });
      }}
    />
  );

  return (
    <OpenSupportersContext value={openSupporters}>
      <div className="page">
        {tab === 'all' ? (
          <AllTasks list={list} search={search} setSearch={setSearch} tabs={tabBar} />
        ) : (
          <CardTaskContext value={now.row?.task_id ?? null}>
            <PageHead
              title={t('title')}
              note={
                // Reserves the space of the number, so that nothing moves when it loads.
                <span className={counts.data ? undefined : styles.loading}>
                  <FigureTooltip words={() => t('submittedTodayHint')}>
                    {t('submittedToday', { n: number(counts.data?.done_today ?? 0) })}
                  </FigureTooltip>
                </span>
              }
              actions={
                <>
                  <KeyHelp className={listCss.keysButton} />
                  <ExportButton endpoint={taskExport} list={list.input} total={list.count} />
                  {canCheckTasks(actor) && (
                    <Button onClick={() => setSearch({ check: checkInProgressId ?? 'next' })}>
                      {t('checkView.open')}
                    </Button>
                  )}
                </>
              }
            />
            {canWorkOnTasks(actor) && (
              <NowPanel
                now={now}
                quantityDrafts={quantityDrafts}
                canTakeFocus={canTakeFocus}
                poolCount={poolCount}
                onOpen={openTask}
                onSeePool={() => setSearch({ tab: 'pool', page: 1 })}
              />
            )}
            {/* On a phone, the card can be higher than its placeholder. The tabs below appear with it, because a press on moving tabs is lost. */}
            <div className={styles.belowCard} aria-busy={isNarrow && now.loading}>
              {tabBar}
              <div className={styles.panel} {...getPanelProps(TABS_ID, tab)}>
                <MyTasks
                  tab={tab}
                  search={search}
                  setSearch={setSearch}
                  list={list}
                  poolCount={poolCount}
                  waitingCount={counts.data?.waiting ?? 0}
                />
              </div>
            </div>
            {isNarrow && now.row && (
              <div role="group" aria-label={now.isInProgress ? t('now') : t('next')} className={cardCss.bottomBar}>
                <span className="muted ellipsis">
                  {now.row.sub_prod_id} · {now.row.job_name}
                </span>
                <NextTaskStep row={now.row} onStep={quantityDrafts.pressStep} busy={pending} wide size="large" />
                <MoreTaskSteps row={now.row} onStep={quantityDrafts.pressStep} busy={pending} showsAll />
              </div>
            )}
          </CardTaskContext>
        )}
        {search.task !== undefined && (
          <TaskDrawer task_id={search.task} onClose={() => setSearch({ task: undefined })} />
        )}
        {supportersTaskId !== null && (
          <SupportersDialog task_id={supportersTaskId} onClose={() => setSupportersTaskId(null)} />
        )}
      </div>
    </OpenSupportersContext>
  );
}
