import type { ComplaintTask } from '@darkroom/contract/request/complaint';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useUsers } from '../../../lib/session/lookups.ts';
import { useFormat } from '../../../lib/i18n/format.ts';

/** An open rework that does not belong to this complaint: start, sender, quantity, notes, and the other complaint if it has one. */
export function RunningRework({ rework }: { rework: NonNullable<ComplaintTask['running']> }) {
  const { t } = useTranslation('request');
  const { dayTime, number } = useFormat();
  const users = useUsers();
  return (
    <>
      {t(rework.counted_by_other_complaint ? 'complaint.runningOthers' : 'complaint.running', {
        user: users.name(rework.by) || '–',
        when: dayTime(rework.since),
        count: rework.pieces,
        n: number(rework.pieces),
      })}
      {rework.rework_notes && <span className="quotation user-text block">{rework.rework_notes}</span>}
    </>
  );
}
