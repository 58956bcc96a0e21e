import { RecordDrawer, type RecordDrawerProps } from '../../ui/record-form/record-drawer.tsx';
import { RecordHistory, type HistoryRecord } from './record-history.tsx';
import type { IsFinalStatus } from './use-record-changes.ts';
import { useChangeNotice } from './use-change-notice.tsx';

type EditDrawerProps<V extends object> = Omit<Extract<RecordDrawerProps<V>, { fields: object }>, 'extra' | 'news'> & {
  /** The record in its history. Null if it has no history yet. */
  historyRecord: HistoryRecord | null;
  /** True for a status with nothing to save, although the record still exists. */
  isFinalStatus?: IsFinalStatus;
};

/** Drawer to change a record: with its history next to the title, and other users' changes above the form. */
export function EditDrawer<V extends object>({ historyRecord, isFinalStatus, note, ...rest }: EditDrawerProps<V>) {
  const news = useChangeNotice(historyRecord, rest.record, isFinalStatus);
  return (
    <RecordDrawer<V>
      draft={historyRecord ? `${rest.name}.${historyRecord.id}` : undefined}
      {...rest}
      note={news?.isGone ? null : note}
      extra={historyRecord && <RecordHistory {...historyRecord} />}
      news={news}
    />
  );
}
