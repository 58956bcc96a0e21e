import type { OutputOf } from '@darkroom/contract/endpoint';
import type { shiftHandover } from '@darkroom/contract/floor/floor';
import { PARTS_OF_TODAY, type Shift } from '@darkroom/domain/floor/shift-handover';
import { useMemo } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';

export type ShiftHandover = OutputOf<typeof shiftHandover>;
export type HandoverPartData = ShiftHandover['parts'][number];
export type HandoverRow = HandoverPartData['rows'][number];

/** Returns the texts of a shift handover, for the screen and as plain text. */
export function useHandoverWords() {
  const { t } = useTranslation(['floor', 'status']);
  const { day, dayTime, number } = useFormat();
  return useMemo(() => {
    const title = (date: string, shift: Shift) => t(`floor:handover.title.${shift}`, { day: day(date) });
    const as_of = ({ at, workstreams }: ShiftHandover) =>
      t('floor:handover.asOf', { when: dayTime(at), floor: workstreams.join(' + ') });
    const happened = ({ happened: of }: ShiftHandover) =>
      t('floor:handover.happened', {
        added: number(of.added),
        done: number(of.done),
        faults: number(of.faults),
        due: number(of.due),
        on_time: number(of.on_time),
      });
    const before = ({ before: previous }: ShiftHandover) =>
      previous
        ? t('floor:handover.before', { when: dayTime(previous.at), by: previous.by ?? '–' })
        : t('floor:handover.noEarlier');
    /** Returns the person or step that the row waits for, and the start of the wait. */
    const reason = (part: HandoverPartData['part'], row: HandoverRow): string => {
      const since = dayTime(row.since);
      const who = row.who ?? t('floor:handover.anybody');
      if (part === 'away') return t('floor:handover.reason.away', { n: number(row.count), since });
      if (part === 'requests') return t('floor:handover.reason.request', { who, since });
      return [row.wait && t(`floor:handover.reason.${row.wait}`, { who, since }), row.note].filter(Boolean).join(' · ');
    };
    /** Returns the number of new and removed rows. After the shift, a part without history shows a note: these rows are current. */
    const change = ({ part, added_count, removed_count }: HandoverPartData, ended: boolean): string =>
      [
        ended && PARTS_OF_TODAY.some((item) => item === part) && t('floor:handover.asNow'),
        added_count && t('floor:handover.newCount', { n: number(added_count) }),
        removed_count && t('floor:handover.removedCount', { n: number(removed_count) }),
      ]
        .filter(Boolean)
        .join(' · ');
    const due = (row: HandoverRow) => (row.due_at ? t('floor:handover.due', { when: dayTime(row.due_at) }) : '');
    /** Returns the translation key of a status: `job.COMPLETED`, `task.RESOLVED`, `request.DONE`. */
    const statusWord = (became: string): string => {
      const [kind, name = ''] = became.split('.');
      const options = { defaultValue: name };
      if (kind === 'job') return t(`status:job.${name}`, options);
      return kind === 'task' ? t(`status:task.${name}`, options) : t(`status:request.${name}`, options);
    };
    const formatRemoved = ({ part, name, became }: ShiftHandover['removed'][number]): string =>
      [t(`floor:handover.part.${part}`), name, became && t('floor:handover.changedTo', { status: statusWord(became) })]
        .filter(Boolean)
        .join(' · ');
    return { title, as_of, happened, before, reason, change, due, formatRemoved };
  }, [t, day, dayTime, number]);
}
