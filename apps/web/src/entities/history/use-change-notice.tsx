import { Suspense } from 'react';
import type { RecordNews } from '../../ui/conflict/record-conflict.tsx';
import type { HistoryRecord } from './record-history.tsx';
import { useRecordChanges, type IsFinalStatus } from './use-record-changes.ts';
import { ChangeNotice } from './change-notice.tsx';

/** Form of a record: its base for comparison, the save in progress, and the comparison of both versions. */
interface OpenForm {
  base: unknown;
  saving: boolean;
  conflict: { readonly fields: readonly unknown[] } | null;
}

/** Returns a notice of other users' changes while a record's form is open. The user's own save is not reported. */
export function useChangeNotice(
  historyRecord: Pick<HistoryRecord, 'entity' | 'id'> | null,
  { base, saving, conflict }: OpenForm,
  isFinalStatus?: IsFinalStatus,
): RecordNews | null {
  const recordChanges = useRecordChanges(historyRecord, base, conflict !== null, isFinalStatus);
  if (!historyRecord || !recordChanges || (saving && !conflict)) return null;
  const isOver = recordChanges.state !== 'changed';
  const versions = conflict && conflict.fields.length > 0 ? 'versions' : 'nothing';
  return {
    isGone: isOver,
    message: (
      <Suspense>
        <ChangeNotice
          entity={historyRecord.entity}
          recordChanges={recordChanges}
          embeddedIn={conflict !== null && !isOver ? versions : null}
        />
      </Suspense>
    ),
  };
}
