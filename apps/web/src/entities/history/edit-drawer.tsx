import { RecordDrawer, type RecordDrawerProps } from '../../ui/record-form/record-drawer.tsx';
import { RecordHistory, type Told } from './record-history.tsx';
import type { Ends } from './use-meanwhile.ts';
import { useChanges } from './use-change-notice.tsx';

type EditDrawerProps<V extends object> = Omit<Extract<RecordDrawerProps<V>, { fields: object }>, 'extra' | 'news'> & {
  /** The record, as its history knows it; null while it has none. */
  of: Told | null;
  /** At which statuses there is nothing to save, though the record is there still. */
  ends?: Ends;
};

/**
 * The frame in which a record that has a history is changed: beside its title the history, above the form what others do to it meanwhile.
 * Of what is gone, what stands beside its buttons goes as well: there is nothing left to delete.
 */
export function EditDrawer<V extends object>({ of, ends, note, ...rest }: EditDrawerProps<V>) {
  const news = useChanges(of, rest.record, ends);
  return (
    <RecordDrawer<V>
      draft={of ? `${rest.name}.${of.id}` : undefined}
      {...rest}
      note={news?.over ? null : note}
      extra={of && <RecordHistory {...of} />}
      news={news}
    />
  );
}
