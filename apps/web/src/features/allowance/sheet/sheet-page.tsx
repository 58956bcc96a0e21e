import { allowanceEndpoints, type AllowanceRow, type AllowanceMonthRow } from '@darkroom/contract/allowance/allowance';
import { daysOfMonth, monthOf } from '@darkroom/domain/calendar/day';
import { FEE_KINDS, type FeeKind } from '@darkroom/domain/allowance/fees';
import { keepPreviousData, useQuery, type QueryKey } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wholeQuery } from '../../../lib/call/whole-query.ts';
import { useStop } from '../../../lib/session/locks.ts';
import { useCan } from '../../../lib/session/session.ts';
import { useScreenSearch } from '../../../lib/use-screen-search.ts';
import { useOpenedDay } from '../../../lib/clock/use-today.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { CouldNotLoad, Empty } from '../../../ui/data-table/data-table-states.tsx';
import { Segmented } from '../../../ui/input/segmented.tsx';
import { LeaveGuard } from '../../../ui/page/leave-guard.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { allowanceList, monthOfSearch } from '../allowance-search.ts';
import { StaffFilters } from '../list/staff-filters.tsx';
import { MonthBar } from '../month/month-bar.tsx';
import { MonthState } from '../month/month-state.tsx';
import type { Spot } from '../../../ui/grid/draft.ts';
import type { EditGridHandle } from '../../../ui/grid/edit-grid.tsx';
import { useShownRows } from '../../../ui/grid/use-draft.ts';
import { monthOfRow, partsOf } from '../month/month-words.ts';
import { MealSheet } from './meal-sheet.tsx';
import { dayAndKindOf, idOfRow, makePerson } from './person.ts';
import { useSheet, type Sheet } from './use-sheet.ts';
import styles from './sheet.module.css';
import { lazyOverlay } from '../../../ui/lazy/lazy.tsx';

const ImportDialog = lazyOverlay(() => import('../import/import-dialog.tsx'));

/** Meal calendar of a month, with parking and online days as layers (/allowance/meal). */
export default function SheetPage() {
  const { t } = useTranslation('allowance');
  const [search, setSearch] = useScreenSearch(allowanceList.schema);
  const opened = useOpenedDay();
  const month = monthOfSearch(search, opened);
  const keeps = useCan()(allowanceEndpoints.dailyAdd.access);
  const stopped = useStop()(allowanceEndpoints.dailyAdd);
  const { page: _page, page_size: _size, ...filter } = allowanceList.input(search);
  const whole = wholeQuery(allowanceEndpoints.list, {
    ...filter,
    ...partsOf(month),
  });
  const list = useQuery({ ...whole, placeholderData: keepPreviousData });
  const [importing, setImporting] = useState(false);
  const of = list.data?.month;
  const filtered = allowanceList.isFiltered(search);
  const readOnly = !keeps || stopped !== null || of?.closed !== false || list.isPlaceholderData;
  return (
    <div className={styles.page}>
      <PageHead
        title={t(`sheet.title.${search.layer}`)}
        note={of && <MonthState month={of} />}
        actions={
          <>
            <Segmented
              aria-label={t('sheet.layer')}
              value={search.layer}
              options={FEE_KINDS.map((value) => ({
                value,
                label: t(`layer.${value}`),
              }))}
              onChange={(layer) => setSearch({ layer })}
            />
            {keeps && (
              <Button
                disabled={readOnly}
                onClick={() => {
                  // A file names members of the whole bureau. Members with the same name can be distinguished only if the list has all of
                  // them.
                  if (filtered) setSearch(allowanceList.cleared);
                  setImporting(true);
                }}
              >
                {t('import.open')}
              </Button>
            )}
            <MonthBar
              month={month}
              onChange={(next) =>
                setSearch({
                  month: next === monthOf(opened) ? undefined : next,
                })
              }
            />
          </>
        }
      />
      {keeps && <StaffFilters search={search} setSearch={setSearch} />}
      {list.isError && !list.data ? (
        <CouldNotLoad error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data || !of ? (
        <Skeleton active paragraph={{ rows: 12 }} />
      ) : list.data.results.length === 0 ? (
        <Empty title={t('empty.title')} hint={t('empty.hint')} />
      ) : (
        <SheetWork
          key={shownBy(search)}
          rows={list.data.results}
          month={of}
          layer={search.layer}
          onLayer={(layer) => setSearch({ layer })}
          queryKey={whole.queryKey}
          readOnly={readOnly}
          isImporting={importing && !filtered && !list.isPlaceholderData}
          onImported={() => setImporting(false)}
        />
      )}
    </div>
  );
}

/** Key of the shown members. It excludes the layer, because all layers show the same members. */
const shownBy = (search: object): string => JSON.stringify({ ...search, layer: undefined });

interface SheetWorkProps {
  rows: readonly AllowanceRow[];
  month: AllowanceMonthRow;
  layer: FeeKind;
  onLayer: (layer: FeeKind) => void;
  queryKey: QueryKey;
  readOnly: boolean;
  isImporting: boolean;
  onImported: () => void;
}

/** The sheet of a month with its unsaved changes. */
function SheetWork({ rows, month, layer, onLayer, queryKey, readOnly, isImporting, onImported }: SheetWorkProps) {
  const { t } = useTranslation('allowance');
  const grid = useRef<EditGridHandle>(null);
  const sheet = useSheet(rows, queryKey);
  const name = monthOfRow(month);
  const make = useMemo(() => makePerson(name, month.lookups), [name, month.lookups]);
  const people = useShownRows(rows, idOfRow, sheet.changes, make);
  const unsaved = sheet.cells.length;
  const show = ({ id, field }: Spot) => {
    const { date, kind } = dayAndKindOf(field);
    onLayer(kind);
    grid.current?.show({ id, column: daysOfMonth(name).indexOf(date) });
  };
  return (
    <>
      <MealSheet ref={grid} people={people} month={month} layer={layer} sheet={sheet} readOnly={readOnly} />
      {(!readOnly || unsaved > 0) && <SaveState sheet={sheet} month={month} onShow={show} />}
      {isImporting && <ImportDialog people={people} month={name} layer={layer} sheet={sheet} onClose={onImported} />}
      <LeaveGuard
        active={unsaved > 0}
        loses={(current, next) =>
          current.pathname !== next.pathname || shownBy(current.search) !== shownBy(next.search)
        }
        words={{
          title: t('sheet.leave.title', { count: unsaved }),
          text: t('sheet.leave.text'),
          ok: t('sheet.leave.yes'),
          cancel: t('sheet.leave.no'),
        }}
      />
    </>
  );
}

interface SaveStateProps {
  sheet: Sheet;
  month: AllowanceMonthRow;
  onShow: (spot: Spot) => void;
}

/** State of the changes: saved, waiting, refused or in conflict, with undo. */
function SaveState({ sheet, month, onShow }: SaveStateProps) {
  const { t } = useTranslation(['allowance', 'common']);
  const { number } = useFormat();
  const [waiting, unread] = [sheet.in('waiting', 'saving').length, sheet.in('unread').length];
  const [refused, lost, contested] = [sheet.in('refused'), sheet.in('lost'), sheet.in('theirs')];
  const toShow = contested[0] ?? refused[0];
  const said = (count: number, key: 'waiting' | 'refused' | 'lost' | 'contested' | 'restSaved') =>
    t(`sheet.${key}`, { count, n: number(count) });
  const troubles = [
    ['lost', lost.length],
    ['refused', refused.length],
    ['contested', contested.length],
  ] as const;
  const isCalm = troubles.every(([, count]) => count === 0);
  return (
    <div className={styles.state}>
      <span role="status">
        {waiting > 0
          ? said(waiting, 'waiting')
          : isCalm
            ? unread > 0
              ? said(unread, 'restSaved')
              : t('sheet.saved')
            : ''}
        {troubles.map(
          ([key, count]) =>
            count > 0 && (
              <span key={key} className="ink-danger">
                {said(count, key)}
              </span>
            ),
        )}
      </span>
      {month.state === 'PREPARED' && <span className="ink-danger">{t('sheet.prepared')}</span>}
      {toShow !== undefined && <Button onClick={() => onShow(toShow)}>{t('sheet.show')}</Button>}
      {/* The month has been closed since then, so a retry is useless. */}
      {refused.length + lost.length > 0 && !month.closed && (
        <Button onClick={() => sheet.retry([...refused, ...lost])}>{t('sheet.tryAgain')}</Button>
      )}
      {refused.length > 0 && <Button onClick={() => sheet.drop(refused)}>{t('sheet.drop')}</Button>}
      {contested.length > 0 && (
        <>
          <Button onClick={() => sheet.drop(contested)}>{t('sheet.takeAllTheirs')}</Button>
          <Button onClick={() => sheet.keepMine(contested)}>{t('sheet.keepAllMine')}</Button>
        </>
      )}
    </div>
  );
}
