import type { ComplaintTask } from '@darkroom/contract/request/complaint';
import { useTranslation } from 'react-i18next';
import { useUsers } from '../../../lib/session/lookups.ts';
import { useFormat } from '../../../lib/words/format.ts';

/** A rework that runs and is not this complaint's: since when, by whom, how much of it, what was asked, and whether another complaint has it. */
export function RunningRework({ of }: { of: NonNullable<ComplaintTask['running']> }) {
  const { t } = useTranslation('request');
  const { dayTime, number } = useFormat();
  const users = useUsers();
  return (
    <>
      {t(of.for_others ? 'complaint.runningOthers' : 'complaint.running', {
        user: users.name(of.by) || '–',
        when: dayTime(of.since),
        count: of.pieces,
        n: number(of.pieces),
      })}
      {of.rework_notes && <span className="cited verbatim block">{of.rework_notes}</span>}
    </>
  );
}
