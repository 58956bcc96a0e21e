import type { Leave } from '@darkroom/contract/staff/leave';
import { weekday, type Day } from '@darkroom/domain/calendar/day';
import { groupBy } from '@darkroom/domain/list/group-by';
import { LEAVE_KINDS } from '@darkroom/domain/staff/leave';
import { useToday } from '../../../lib/clock/use-today.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import type { Colleague } from '../../../lib/session/lookups.ts';
import { useLeaveWords } from './use-leave-words.ts';
import staff from '../staff.module.css';
import styles from './leave.module.css';

interface LeaveCalendarProps {
  days: readonly Day[];
  people: readonly Colleague[];
  leave: readonly Leave[];
  canManage: (user_id: number) => boolean;
  onAdd: (member_id: number) => void;
  onOpen: (id: number) => void;
}

/** Members and the days of a month. The last row counts the members who are off, a half day as a half. */
export function LeaveCalendar({ days, people, leave, canManage, onAdd, onOpen }: LeaveCalendarProps) {
  const { t } = useTranslation('staff');
  const { number } = useFormat();
  const today = useToday();
  const { formatKind } = useLeaveWords();
  const leaveByMember = groupBy(leave, ({ member_id }) => member_id);
  const find = (member_id: number, day: Day) =>
    (leaveByMember.get(member_id) ?? []).filter(({ first_day, last_day }) => first_day <= day && day <= last_day);
  const sum = (day: Day) =>
    people.flatMap(({ id }) => find(id, day)).reduce((count, { part }) => count + (part === 'day' ? 1 : 0.5), 0);
  const shownKinds = [...LEAVE_KINDS, ...(leave.some(({ kind }) => kind === null) ? [null] : [])];
  const stateOf = (day: Day) => ({
    'data-off': weekday(day) === 0 || undefined,
    'data-today': day === today || undefined,
  });
  return (
    <>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={t('leaves.title')}>
        <table className={styles.calendar}>
          <thead>
            <tr>
              <th scope="col">{t('leaves.person')}</th>
              {days.map((day) => (
                <th key={day} scope="col" {...stateOf(day)}>
                  {Number(day.slice(8))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {people.map(({ id, full_name, is_away }) => (
              <tr key={id}>
                <th scope="row" title={full_name}>
                  {canManage(id) ? (
                    <button
                      type="button"
                      className={`${staff.name} ellipsis`}
                      aria-label={t('leaves.addFor', { name: full_name })}
                      onClick={() => onAdd(id)}
                    >
                      {full_name}
                    </button>
                  ) : (
                    full_name
                  )}
                  {is_away && <span className="muted"> · {t('leaves.away')}</span>}
                </th>
                {days.map((day) => (
                  <td key={day} {...stateOf(day)}>
                    {find(id, day).map((row) => (
                      <Mark key={row.id} row={row} onOpen={canManage(id) ? onOpen : null} />
                    ))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {people.length > 1 && (
            <tfoot>
              <tr>
                <th scope="row">{t('leaves.off')}</th>
                {days.map((day) => (
                  <td key={day} {...stateOf(day)}>
                    {sum(day) > 0 && number(sum(day))}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      <p className={styles.legend}>
        {shownKinds.map((kind) => (
          <span key={kind ?? ''} className="row gap-4">
            <span className={styles.mark} data-kind={kind} aria-hidden />
            {formatKind(kind)}
          </span>
        ))}
      </p>
    </>
  );
}

function Mark({ row, onOpen }: { row: Leave; onOpen: ((id: number) => void) | null }) {
  const { describe } = useLeaveWords();
  const look = { className: styles.mark, 'data-kind': row.kind, 'data-part': row.part, title: describe(row) };
  if (!onOpen) return <span {...look} role="img" aria-label={look.title} />;
  return <button type="button" {...look} aria-label={look.title} onClick={() => onOpen(row.id)} />;
}
