import { allowanceEndpoints } from '@darkroom/contract/allowance/allowance';
import type { AllowanceMonthRow } from '@darkroom/contract/allowance/month';
import { monthOf } from '@darkroom/domain/calendar/day';
import { FEE_KINDS } from '@darkroom/domain/allowance/fees';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wholeQuery } from '../../../lib/call/whole-query.ts';
import { useStop } from '../../../lib/session/locks.ts';
import { useMay } from '../../../lib/session/session.ts';
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
import { partsOf } from '../month/month-words.ts';
import { MealSheet, type ShowSpot } from './meal-sheet.tsx';
import { useSheet, type Sheet } from './use-sheet.ts';
import styles from './sheet.module.css';
import { lazyOverlay } from '../../../ui/lazy/lazy.tsx';

const ImportDialog = lazyOverlay(() => import('../import/import-dialog.tsx'));

/** The month's meal calendar, staff × days, with parking and online days as layers (/allowance/meal). */
export default function SheetPage() {
  const { t } = useTranslation('allowance');
  const [search, setSearch] = useScreenSearch(allowanceList.schema);
  const opened = useOpenedDay();
  const month = monthOfSearch(search, opened);
  const grid = useRef<ShowSpot>(null);
  const keeps = useMay()(allowanceEndpoints.dailyAdd.access);
  const stopped = useStop()(allowanceEndpoints.dailyAdd);
  const { page: _page, page_size: _size, ...filter } = allowanceList.input(search);
  const whole = wholeQuery(allowanceEndpoints.list, { ...filter, ...partsOf(month) });
  const list = useQuery({ ...whole, placeholderData: keepPreviousData });
  const sheet = useSheet(list.data?.results ?? NOBODY, whole.queryKey);
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
              options={FEE_KINDS.map((value) => ({ value, label: t(`layer.${value}`) }))}
              onChange={(layer) => {
                // It was no value of that layer.
                sheet.tellNotTaken(null);
                setSearch({ layer });
              }}
            />
            {keeps && (
              <Button
                disabled={readOnly}
                onClick={() => {
                  // A file names people of the whole bureau: two of one name are told apart only where both are looked at.
                  if (filtered) setSearch(allowanceList.cleared);
                  setImporting(true);
                }}
              >
                {t('import.open')}
              </Button>
            )}
            <MonthBar
              month={month}
              onChange={(next) => setSearch({ month: next === monthOf(opened) ? undefined : next })}
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
        <>
          <MealSheet
            ref={grid}
            rows={list.data.results}
            month={of}
            layer={search.layer}
            sheet={sheet}
            readOnly={readOnly}
          />
          {(!readOnly || sheet.unsaved > 0) && (
            <SaveState sheet={sheet} month={of} onShow={(key) => grid.current?.show(key)} />
          )}
          {importing && !filtered && !list.isPlaceholderData && (
            <ImportDialog
              rows={list.data.results}
              month={month}
              layer={search.layer}
              sheet={sheet}
              onClose={() => setImporting(false)}
            />
          )}
        </>
      )}
      <LeaveGuard
        active={sheet.unsaved > 0}
        loses={(current, next) =>
          current.pathname !== next.pathname || shownBy(current.search) !== shownBy(next.search)
        }
        words={{
          title: t('sheet.leave.title', { count: sheet.unsaved }),
          text: t('sheet.leave.text'),
          ok: t('sheet.leave.yes'),
          cancel: t('sheet.leave.no'),
        }}
      />
    </div>
  );
}

const NOBODY: never[] = [];

/** Whose days stand in the sheet; the layer is another look at the same. */
const shownBy = (search: object): string => JSON.stringify({ ...search, layer: undefined });

interface SaveStateProps {
  sheet: Sheet;
  month: AllowanceMonthRow;
  onShow: (key: string) => void;
}

/** What is saved, waiting, refused, or asked about, and what a change would take back. */
function SaveState({ sheet, month, onShow }: SaveStateProps) {
  const { t } = useTranslation(['allowance', 'common']);
  const { number } = useFormat();
  const { waiting, refused, lost, contested, notTaken } = sheet;
  const toShow = contested[0] ?? refused[0];
  const said = (count: number, key: 'waiting' | 'refused' | 'lost' | 'contested') =>
    t(`sheet.${key}`, { count, n: number(count) });
  return (
    <div className={styles.state}>
      <span role="status">
        {waiting > 0
          ? said(waiting, 'waiting')
          : refused.length + lost + contested.length === 0
            ? notTaken
              ? t('sheet.restSaved', { count: notTaken.spots.length, n: number(notTaken.spots.length) })
              : t('sheet.saved')
            : ''}
        {lost > 0 && <span className={styles.said}>{said(lost, 'lost')}</span>}
        {refused.length > 0 && <span className={styles.said}>{said(refused.length, 'refused')}</span>}
        {contested.length > 0 && <span className={styles.said}>{said(contested.length, 'contested')}</span>}
      </span>
      {month.state === 'PREPARED' && <span className={styles.said}>{t('sheet.prepared')}</span>}
      {toShow !== undefined && <Button onClick={() => onShow(toShow)}>{t('sheet.show')}</Button>}
      {/* Of a month that has been closed meanwhile nothing is taken any more. */}
      {refused.length + lost > 0 && !month.closed && <Button onClick={sheet.tryAgain}>{t('sheet.tryAgain')}</Button>}
      {refused.length > 0 && <Button onClick={sheet.dropRefused}>{t('sheet.drop')}</Button>}
      {contested.length > 0 && (
        <>
          <Button onClick={() => sheet.resolve(contested, 'theirs')}>{t('sheet.takeAllTheirs')}</Button>
          <Button onClick={() => sheet.resolve(contested, 'mine')}>{t('sheet.keepAllMine')}</Button>
        </>
      )}
    </div>
  );
}
