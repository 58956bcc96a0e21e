import { allowanceEndpoints, type AllowanceRow, type AllowanceMonthRow } from '@darkroom/contract/allowance/allowance';
import { daysOfMonth, monthOf } from '@darkroom/domain/calendar/day';
import { FEE_KINDS, type FeeKind } from '@darkroom/domain/allowance/fees';
import { keepPreviousData, useQuery, type QueryKey } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { wholeQuery } from '../../../lib/api/whole-query.ts';
import { useLockReason } from '../../../lib/session/locks.ts';
import { useCan } from '../../../lib/session/session.ts';
import { useScreenSearch } from '../../../lib/use-screen-search.ts';
import { useOpeningDay } from '../../../lib/clock/use-today.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { LoadErrorMessage, Empty } from '../../../ui/data-table/data-table-states.tsx';
import { Segmented } from '../../../ui/input/segmented.tsx';
import { LeaveGuard } from '../../../ui/page/leave-guard.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { allowanceList, monthOfSearch } from '../allowance-search.ts';
import { StaffFilters } from '../list/staff-filters.tsx';
import { MonthBar } from '../../../ui/day-picker/month-bar.tsx';
import { MonthStateTag } from '../month/month-state.tsx';
import type { CellKey } from '../../../ui/grid/draft.ts';
import type { EditGridHandle } from '../../../ui/grid/edit-grid.tsx';
import { useRowsWithChanges } from '../../../ui/grid/use-draft.ts';
import { monthOfRow, toYearAndMonth } from '../month/month-words.ts';
import { MealSheet } from './meal-sheet.tsx';
import { parseField, idOfRow, buildMemberMonth } from './member-month.ts';
import { useAllowanceSheet, type AllowanceSheet } from './use-sheet.ts';
import styles from './sheet.module.css';
import { lazyOverlay } from '../../../ui/lazy/lazy.tsx';

const ImportDialog = lazyOverlay(() => import('../import/import-dialog.tsx'));

/** Meal calendar of a month, with parking and online days as layers (/allowance/meal). */
export default function AllowanceSheetPage() {
  const { t } = useTranslation('allowance');
  const [search, setSearch] = useScreenSearch(allowanceList.schema);
  const openedDay = useOpeningDay();
  const month = monthOfSearch(search, openedDay);
  const canManage = useCan()(allowanceEndpoints.dailyAdd.access);
  const lockReason = useLockReason()(allowanceEndpoints.dailyAdd);
  const { page: _page, page_size: _size, ...filter } = allowanceList.input(search);
  const wholeListQuery = wholeQuery(allowanceEndpoints.list, {
    ...filter,
    ...toYearAndMonth(month),
  });
  const list = useQuery({ ...wholeListQuery, placeholderData: keepPreviousData });
  const [importing, setImporting] = useState(false);
  const monthRow = list.data?.month;
  const filtered = allowanceList.isFiltered(search);
  const readOnly = !canManage || lockReason !== null || monthRow?.closed !== false || list.isPlaceholderData;
  return (
    <div className={styles.page}>
      <PageHead
        title={t(`sheet.title.${search.layer}`)}
        note={monthRow && <MonthStateTag month={monthRow} />}
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
            {canManage && (
              <Button
                disabled={readOnly}
                onClick={() => {
                  // A file names members of the whole bureau. Two members with one name can be distinguished only in the complete list.
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
                  month: next === monthOf(openedDay) ? undefined : next,
                })
              }
            />
          </>
        }
      />
      {canManage && <StaffFilters search={search} setSearch={setSearch} />}
      {list.isError && !list.data ? (
        <LoadErrorMessage error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data || !monthRow ? (
        <Skeleton active paragraph={{ rows: 12 }} />
      ) : list.data.results.length === 0 ? (
        <Empty title={t('empty.title')} hint={t('empty.hint')} />
      ) : (
        <SheetEditor
          key={keyOfShownMembers(search)}
          rows={list.data.results}
          month={monthRow}
          layer={search.layer}
          onLayer={(layer) => setSearch({ layer })}
          queryKey={wholeListQuery.queryKey}
          readOnly={readOnly}
          isImporting={importing && !filtered && !list.isPlaceholderData}
          onImported={() => setImporting(false)}
        />
      )}
    </div>
  );
}

/** Returns a key of the shown members. The key excludes the layer, because all layers show the same members. */
const keyOfShownMembers = (search: object): string => JSON.stringify({ ...search, layer: undefined });

interface SheetEditorProps {
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
function SheetEditor({ rows, month, layer, onLayer, queryKey, readOnly, isImporting, onImported }: SheetEditorProps) {
  const { t } = useTranslation('allowance');
  const grid = useRef<EditGridHandle>(null);
  const sheet = useAllowanceSheet(rows, queryKey);
  const name = monthOfRow(month);
  const buildMonth = useMemo(() => buildMemberMonth(name, month.lookups), [name, month.lookups]);
  const people = useRowsWithChanges(rows, idOfRow, sheet.changes, buildMonth);
  const unsavedCount = sheet.cells.length;
  const show = ({ id, field }: CellKey) => {
    const { date, kind } = parseField(field);
    onLayer(kind);
    grid.current?.show({ id, column: daysOfMonth(name).indexOf(date) });
  };
  return (
    <>
      <MealSheet ref={grid} people={people} month={month} layer={layer} sheet={sheet} readOnly={readOnly} />
      {(!readOnly || unsavedCount > 0) && <SaveState sheet={sheet} month={month} onShow={show} />}
      {isImporting && <ImportDialog people={people} month={name} layer={layer} sheet={sheet} onClose={onImported} />}
      <LeaveGuard
        active={unsavedCount > 0}
        loses={(current, next) =>
          current.pathname !== next.pathname || keyOfShownMembers(current.search) !== keyOfShownMembers(next.search)
        }
        words={{
          title: t('sheet.leave.title', { count: unsavedCount }),
          text: t('sheet.leave.text'),
          ok: t('sheet.leave.yes'),
          cancel: t('sheet.leave.no'),
        }}
      />
    </>
  );
}

interface SaveStateProps {
  sheet: AllowanceSheet;
  month: AllowanceMonthRow;
  onShow: (spot: CellKey) => void;
}

/** State of the changes: saved, waiting, refused or in conflict, with undo. */
function SaveState({ sheet, month, onShow }: SaveStateProps) {
  const { t } = useTranslation(['allowance', 'common']);
  const { number } = useFormat();
  const [waitingCount, invalidCount] = [sheet.in('waiting', 'saving').length, sheet.in('unread').length];
  const [refused, lost, conflicts] = [sheet.in('refused'), sheet.in('lost'), sheet.in('theirs')];
  const firstProblem = conflicts[0] ?? refused[0];
  const describe = (count: number, key: 'waiting' | 'refused' | 'lost' | 'contested' | 'restSaved') =>
    t(`sheet.${key}`, { count, n: number(count) });
  const problems = [
    ['lost', lost.length],
    ['refused', refused.length],
    ['contested', conflicts.length],
  ] as const;
  const hasNoProblems = problems.every(([, count]) => count === 0);
  return (
    <div className={styles.statusBar}>
      <span role="status">
        {waitingCount > 0
          ? describe(waitingCount, 'waiting')
          : hasNoProblems
            ? invalidCount > 0
              ? describe(invalidCount, 'restSaved')
              : t('sheet.saved')
            : ''}
        {problems.map(
          ([key, count]) =>
            count > 0 && (
              <span key={key} className="ink-danger">
                {describe(count, key)}
              </span>
            ),
        )}
      </span>
      {month.state === 'PREPARED' && <span className="ink-danger">{t('sheet.prepared')}</span>}
      {firstProblem !== undefined && <Button onClick={() => onShow(firstProblem)}>{t('sheet.show')}</Button>}
      {/* The month has been closed since then, so a retry is useless. */}
      {refused.length + lost.length > 0 && !month.closed && (
        <Button onClick={() => sheet.retry([...refused, ...lost])}>{t('sheet.tryAgain')}</Button>
      )}
      {refused.length > 0 && <Button onClick={() => sheet.drop(refused)}>{t('sheet.drop')}</Button>}
      {conflicts.length > 0 && (
        <>
          <Button onClick={() => sheet.drop(conflicts)}>{t('sheet.useAllTheirs')}</Button>
          <Button onClick={() => sheet.keepMine(conflicts)}>{t('sheet.useAllMine')}</Button>
        </>
      )}
    </div>
  );
}
