import { leaveEndpoints } from '@darkroom/contract/staff/leave';
import { daysOfMonth, monthOf } from '@darkroom/domain/calendar/day';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { query } from '../../../lib/api/query.ts';
import { useToday } from '../../../lib/clock/use-today.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useActor } from '../../../lib/session/session.ts';
import { useScreenSearch } from '../../../lib/use-screen-search.ts';
import { CallButton } from '../../../ui/call-button.tsx';
import { LoadErrorMessage } from '../../../ui/data-table/data-table-states.tsx';
import { MonthBar } from '../../../ui/day-picker/month-bar.tsx';
import { lazyOverlay } from '../../../ui/lazy/lazy.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { IllToday, useHandOverOffer } from './ill-today.tsx';
import { LeaveCalendar } from './leave-calendar.tsx';
import { leaveSearch } from './leave-search.ts';
import { useLeavePeople } from './use-leave-people.ts';

const LeavePanel = lazyOverlay(
  () => import('./leave-form.tsx'),
  ({ setSearch }) => setSearch({ leave: undefined, add: undefined }),
);

/** Days off of the members in a month (/staff/leave). */
export default function LeavePage() {
  const { t } = useTranslation('staff');
  const { number } = useFormat();
  const { user_id } = useActor();
  const today = useToday();
  const [search, setSearch] = useScreenSearch(leaveSearch.schema);
  const month = search.month ?? monthOf(today);
  const days = daysOfMonth(month);
  const handOver = useHandOverOffer();
  const { people, canManage } = useLeavePeople();
  const list = useQuery({
    ...query(leaveEndpoints.list, { date_from: days[0]!, date_to: days.at(-1)! }),
    placeholderData: keepPreviousData,
  });
  const awayCount = people.filter(({ is_away }) => is_away).length;
  return (
    <div className="fill-height gap-12">
      <PageHead
        title={t('leaves.title')}
        note={people.length > 1 ? t('leaves.summary', { count: awayCount, n: number(awayCount) }) : undefined}
        actions={
          <>
            <IllToday member_id={user_id} />
            <CallButton call={leaveEndpoints.add} onClick={() => setSearch({ add: user_id, leave: undefined })}>
              {t('leaves.add')}
            </CallButton>
            <MonthBar
              month={month}
              onChange={(next) => setSearch({ month: next === monthOf(today) ? undefined : next })}
            />
          </>
        }
      />
      {list.isError && !list.data ? (
        <LoadErrorMessage error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <Skeleton active paragraph={{ rows: 12 }} />
      ) : (
        <LeaveCalendar
          days={days}
          people={people}
          leave={list.data.results}
          canManage={canManage}
          onAdd={(add) => setSearch({ add, leave: undefined })}
          onOpen={(leave) => setSearch({ leave, add: undefined })}
        />
      )}
      {handOver.holder}
      {(search.leave !== undefined || search.add !== undefined) && list.data && (
        <LeavePanel
          id={search.leave}
          leave={list.data.results.find(({ id }) => id === search.leave)}
          member={search.add}
          setSearch={setSearch}
          onOffToday={(member_id) => void handOver.offer(member_id)}
        />
      )}
    </div>
  );
}
