import { allowanceEndpoints } from '@darkroom/contract/allowance/allowance';
import type { Month } from '@darkroom/domain/calendar/day';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { query } from '../../../lib/api/query.ts';
import { RecordHistory } from '../../../entities/history/record-history.tsx';
import { MonthBar } from '../../../ui/day-picker/month-bar.tsx';
import { toYearAndMonth } from '../month/month-words.ts';
import { PersonMonth } from '../month/person-month.tsx';
import { useLeaveGuard } from '../../../ui/page/leave-guard.tsx';
import { Drawer } from '../../../ui/overlay/drawer.tsx';

interface PersonPanelProps {
  person: number | undefined;
  month: Month;
  onMonth: (month: Month) => void;
  onClose: () => void;
}

/** A member's month next to the list, with its form. */
export default function PersonPanel({ person, month, onMonth, onClose }: PersonPanelProps) {
  const { t } = useTranslation('allowance');
  const { data } = useQuery({
    ...query(allowanceEndpoints.list, { ...toYearAndMonth(month), staff_id: person ?? 1 }),
    enabled: person !== undefined,
  });
  const touched = useRef(false);
  const guard = useLeaveGuard({ isTouched: () => touched.current, back: 'leaves' });
  const name = data?.results[0]?.full_name ?? '';
  return (
    <Drawer
      open={person !== undefined}
      width="wide"
      title={name || t('title')}
      extra={
        person !== undefined && (
          <span className="row">
            <MonthBar month={month} onChange={onMonth} />
            <RecordHistory entity="allowance" id={`${person} ${month}`} name={name} />
          </span>
        )
      }
      onClose={() => guard.leave(onClose)}
      destroyOnHidden
    >
      {person !== undefined && (
        <PersonMonth
          staff_id={person}
          month={month}
          onMonth={onMonth}
          canEdit
          onTouched={(isTouched) => {
            touched.current = isTouched;
          }}
        />
      )}
      {guard.dialog}
    </Drawer>
  );
}
