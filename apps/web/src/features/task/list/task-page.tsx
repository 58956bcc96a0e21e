import { taskEndpoints, type TaskRow } from '@darkroom/contract/task/task';
import { taskExport } from '@darkroom/contract/task/many';
import { can } from '@darkroom/domain/permission/access';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActivityRefresh } from '../../../lib/activity.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { readLookups, useFaultKinds } from '../../../lib/session/lookups.ts';
import { pageQuery, query } from '../../../lib/call/query.ts';
import { useActor } from '../../../lib/session/session.ts';
import type { FirstReads } from '../../../lib/call/first-reads.ts';
import { readSearch, useScreenSearch } from '../../../lib/use-screen-search.ts';
import { useNarrow } from '../../../ui/data-table/columns/data-table-narrow.ts';
import { ExportButton } from '../../../ui/export/export-button.tsx';
import { KeyHelp } from '../../../ui/keys/key-help.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import type { TakenBack } from '../cockpit/cockpit.tsx';
import { checkOf, checks } from '../cockpit/checks.ts';
import { OwnTasks } from './own-tasks.tsx';
import { MoreSteps, NextStep } from '../../../entities/task/steps/step-buttons.tsx';
import { SupportContext } from '../record/supporters-line.tsx';
import { CardContext } from './task-columns.tsx';
import { useTaskRows } from './task-list.tsx';
import { listInput, taskList, type SetTaskSearch, type TaskSearch, type TaskTab } from './task-search.ts';
import { tabOf, tabsOf, works } from './task-tabs.ts';
import cardCss from '../now/now-card.module.css';
import listCss from '../../../entities/task/list/task-list.module.css';
import styles from './task.module.css';
import { useCardChange } from '../now/use-card-change.ts';
import { useCounting } from '../now/use-counting.ts';
import { useNowTasks } from '../now/use-now-tasks.ts';
import { useTaskKeys } from '../../../entities/task/list/use-task-keys.ts';
import { isCheckStart } from '../../../entities/task/steps/task-steps.ts';
import { TaskStepsProvider, useStepsState } from '../../../entities/task/steps/use-task-steps.tsx';
import { FigureTooltip } from '../../../ui/tooltip/figure-tooltip.tsx';
import { panelOf, TabBar } from '../../../ui/tab-bar/tab-bar.tsx';
import { AllTasks } from './all-tasks.tsx';
import { Now } from '../now/now.tsx';
import { lazyOverlay, lazyPart } from '../../../ui/lazy/lazy.tsx';

const TABS = 'tabs-tasks';

/** First requests of the task page: its list, the numbers of its tabs, and the lookups for names. */
export const firstReads: FirstReads = (client, address, actor) => {
  const search = readSearch(taskList.schema, address);
  // The check view has its own list.
  if (search.check !== undefined || !can(actor, taskEndpoints.list.access)) return;
  void client.prefetchQuery(pageQuery(taskEndpoints.list, listInput(search, tabOf(search, actor))));
  void client.prefetchQuery(query(taskEndpoints.counts, {}));
  readLookups(client, actor);
};

const Cockpit = lazyPart(() => import('../cockpit/cockpit.tsx').then((part) => ({ default: part.Cockpit })));
const TaskDrawer = lazyOverlay(() =>
  import('../record/task-drawer.tsx').then((part) => ({ default: part.TaskDrawer })),
);
const SupportersDialog = lazyOverlay(() =>
  import('../record/supporters-dialog.tsx').then((part) => ({ default: part.SupportersDialog })),
);

/** The task page (spec §2, /job/task): the user's own work first, all tasks for leaders. Checks have their own view. */
export default function TaskPage() {
  const [search, setSearch] = useScreenSearch(taskList.schema);
  const [taken, setTaken] = useState<TakenBack | null>(null);
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
        <Cockpit check={search.check} setSearch={setSearch} taken={taken} setTaken={setTaken} />
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
  const narrow = useNarrow();
  const [supported, setSupported] = useState<number | null>(null);
  const openSupport = useCallback((row: TaskRow) => setSupported(row.task_id), []);
  const { pending } = useStepsState();
  useActivityRefresh(['task', 'job']);
  // Loaded early, so that the fault form opens with its fault types and their digit keys.
  useFaultKinds();

  const tabs = tabsOf(actor);
  const tab = tabOf(search, actor);
  const counts = useQuery(query(taskEndpoints.counts, {}));
  const couldTake = counts.data?.pool ?? 0;
  const own = tab !== 'all';
  const now = useNowTasks(own && works(actor), justTaken);
  const counting = useCounting(now.row);
  const mayFocus = useCardChange(now, counting);
  const list = useTaskRows(tab);
  // A check in progress is continued.
  const checking = now.row && checkOf(now.row, actor).pass ? now.row.task_id : undefined;
  const open = (row: TaskRow) => setSearch({ task: row.task_id });
  useTaskKeys({
    rows: list.rows ?? [],
    now: own ? now.row : null,
    justTaken,
    press: (row, action) => {
      // Quantities of the task on the card are typed there.
      const onCard = action === 'set_quantity' && row.task_id === now.row?.task_id;
      if (onCard && counting.first.current) counting.first.current.focus();
      else counting.press(row, action);
    },
    own,
    enabled: search.task === undefined && supported === null,
  });

  const label = (key: TaskTab) => {
    const known = key === 'all' ? undefined : counts.data?.[key];
    // The card uses the same list, so its number agrees with the card.
    const count = key === 'mine' ? (now.inHand ?? known) : known;
    const cameBack = key === 'waiting' ? (counts.data?.came_back ?? 0) : 0;
    return (
      <span className={styles.tab}>
        {t(`tab.${key}`)}
        {count !== undefined && <span className="ink-muted tabular">{number(count)}</span>}
        {cameBack > 0 && (
          <span className={styles.cameBack} title={t('cameBack', { count: cameBack, n: number(cameBack) })}>
            <span className={narrow ? 'visually-hidden' : undefined}>
              {t('cameBack', { count: cameBack, n: number(cameBack) })}
            </span>
            {narrow && <span aria-hidden>{number(cameBack)}</span>}
          </span>
        )}
      </span>
    );
  };

  const tabBar = tabs.length > 1 && (
    <TabBar
      name={TABS}
      active={tab}
      // Four tabs with numbers need the whole width of a phone.
      close={narrow}
      tabs={tabs.map((key) => ({ key, label: label(key) }))}
      onChange={(key) => {
        setSearch({ tab: key, page: 1, sort: undefined });
        // On a phone the card can fill the screen, so the list is scrolled into view.
        if (narrow) document.getElementById(TABS)?.scrollIntoView({ block: 'start' });
      }}
    />
  );

  return (
    <SupportContext value={openSupport}>
      <div className="page">
        {tab === 'all' ? (
          <AllTasks search={search} setSearch={setSearch} tabs={tabBar} />
        ) : (
          <CardContext value={now.row?.task_id ?? null}>
            <PageHead
              title={t('title')}
              note={
                // Reserves the space of the number, so that nothing moves when it loads.
                <span className={counts.data ? undefined : styles.toCome}>
                  <FigureTooltip words={() => t('handedOnHint')}>
                    {t('handedOn', { n: number(counts.data?.done_today ?? 0) })}
                  </FigureTooltip>
                </span>
              }
              actions={
                <>
                  <KeyHelp className={listCss.keysButton} />
                  <ExportButton endpoint={taskExport} list={list.input} total={list.count} />
                  {checks(actor) && (
                    <Button onClick={() => setSearch({ check: checking ?? 'next' })}>{t('cockpit.open')}</Button>
                  )}
                </>
              }
            />
            {works(actor) && (
              <Now
                now={now}
                counting={counting}
                mayFocus={mayFocus}
                couldTake={couldTake}
                onOpen={open}
                onSeePool={() => setSearch({ tab: 'pool', page: 1 })}
              />
            )}
            {tabBar}
            <div className={styles.panel} {...panelOf(TABS, tab)}>
              <OwnTasks
                tab={tab}
                search={search}
                setSearch={setSearch}
                list={list}
                couldTake={couldTake}
                waiting={counts.data?.waiting ?? 0}
              />
            </div>
            {narrow && now.row && (
              <div role="group" aria-label={now.underWay ? t('now') : t('next')} className={cardCss.thumb}>
                <span className="muted ellipsis">
                  {now.row.sub_prod_id} · {now.row.job_name}
                </span>
                <NextStep row={now.row} onStep={counting.press} busy={pending} wide size="large" />
                <MoreSteps row={now.row} onStep={counting.press} busy={pending} all />
              </div>
            )}
          </CardContext>
        )}
        {search.task !== undefined && (
          <TaskDrawer task_id={search.task} onClose={() => setSearch({ task: undefined })} />
        )}
        {supported !== null && <SupportersDialog task_id={supported} onClose={() => setSupported(null)} />}
      </div>
    </SupportContext>
  );
}
