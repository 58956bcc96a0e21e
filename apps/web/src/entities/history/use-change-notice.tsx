import { Suspense } from 'react';
import type { RecordNews } from '../../ui/conflict/record-conflict.tsx';
import type { Told } from './record-history.tsx';
import { useMeanwhile, type Ends } from './use-meanwhile.ts';
import { ChangeNotice } from './change-notice.tsx';

/** A record's form: what it compares with, whether it is being saved, whether both versions stand there. */
interface OpenForm {
  base: unknown;
  saving: boolean;
  conflict: { readonly fields: readonly unknown[] } | null;
}

/**
 * What others do to a record while its form is open, to be shown in it. What one saves oneself closes the form, and is no news.
 * Kept by whoever holds the form, not by what shows it: beside both versions it stands in another place.
 */
export function useChanges(
  of: Pick<Told, 'entity' | 'id'> | null,
  { base, saving, conflict }: OpenForm,
  ends?: Ends,
): RecordNews | null {
  const news = useMeanwhile(of, base, conflict !== null, ends);
  if (!of || !news || (saving && !conflict)) return null;
  const over = news.state !== 'changed';
  const versions = conflict && conflict.fields.length > 0 ? 'versions' : 'nothing';
  return {
    over,
    told: (
      <Suspense>
        <ChangeNotice entity={of.entity} news={news} beside={conflict !== null && !over ? versions : null} />
      </Suspense>
    ),
  };
}
