import { allowanceEndpoints, allowanceExport } from '@darkroom/contract/allowance/allowance';
import { monthOf } from '@darkroom/domain/calendar/day';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { query } from '../../lib/api/query.ts';
import { useActor, useCan } from '../../lib/session/session.ts';
import { useScreenSearch } from '../../lib/use-screen-search.ts';
import { useReportDay } from '../../lib/clock/use-today.ts';
import { ExportButton } from '../../ui/export/export-button.tsx';
import { Segmented } from '../../ui/input/segmented.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { allowanceList, monthOfSearch } from './allowance-search.ts';
import { MonthBar } from '../../ui/day-picker/month-bar.tsx';
import { MonthStateTag } from './month/month-state.tsx';
import { toYearAndMonth } from './month/month-words.ts';
import { PersonMonth } from './month/person-month.tsx';
import StaffList from './list/staff-list.tsx';

// The list of all members is loaded separately, so the user's own month does not wait for it.

/** The user's own allowance by month, and all members for users who manage allowances (/account/allowance). */
export default function AllowancePage() {
  const { t } = useTranslation('allowance');
  const [search, setSearch] = useScreenSearch(allowanceList.schema);
  const { user_id } = useActor();
  const canManage = useCan()(allowanceEndpoints.dailyAdd.access);
  const showsMine = !canManage || search.by === undefined;
  const openedDay = useReportDay(canManage && (showsMine || search.person !== undefined || search.closing === 1));
  const month = monthOfSearch(search, openedDay);
  const setMonth = (next: string) => setSearch({ month: next === monthOf(openedDay) ? undefined : next, page: 1 });
  const bar = (
    <>
      {canManage && (
        <Segmented
          aria-label={t('scope.label')}
          value={search.by ?? 'mine'}
          options={(['all', 'mine'] as const).map((value) => ({ value, label: t(`scope.${value}`) }))}
          onChange={(by) => setSearch({ by: by === 'all' ? by : undefined })}
        />
      )}
      <MonthBar month={month} onChange={setMonth} />
    </>
  );
  if (!showsMine) return <StaffList search={search} setSearch={setSearch} month={month} bar={bar} />;
  return (
    <div className="page gap-12">
      <PageHead
        title={t('title')}
        note={<MyMonthState month={month} staff_id={user_id} />}
        actions={
          <>
            {bar}
            <ExportButton endpoint={allowanceExport} list={{ ...toYearAndMonth(month), staff_id: user_id }} total={1} />
          </>
        }
      />
      <PersonMonth staff_id={user_id} month={month} onMonth={setMonth} canEdit={canManage} />
    </div>
  );
}

function MyMonthState({ month, staff_id }: { month: string; staff_id: number }) {
  const { data } = useQuery(query(allowanceEndpoints.list, { ...toYearAndMonth(month), staff_id }));
  return data ? <MonthStateTag month={data.month} /> : null;
}
