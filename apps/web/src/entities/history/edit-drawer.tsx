import { RecordDrawer, type RecordDrawerProps } from '../../ui/record-form/record-drawer.tsx';
import { RecordHistory, type Told } from './record-history.tsx';
import type { Ends } from './use-meanwhile.ts';
import { useChanges } from './use-change-notice.tsx';

type EditDrawerProps<V extends object> = Omit<Extract<RecordDrawerProps<V>, { fields: object }>, 'extra' | 'news'> & {
  /** The record in its history. Null before it has one. */
  of: Told | null;
  /** True for a status with nothing to save, although the record still exists. */
  ends?: Ends;
};

/** Drawer to change a record: with its history next to the title, and other users' changes above the form. */
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
