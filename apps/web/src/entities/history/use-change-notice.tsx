import { Suspense } from 'react';
import type { RecordNews } from '../../ui/conflict/record-conflict.tsx';
import type { Told } from './record-history.tsx';
import { useMeanwhile, type Ends } from './use-meanwhile.ts';
import { ChangeNotice } from './change-notice.tsx';

/** A record's form: its base for comparison, whether it is saving, and whether both versions are shown. */
interface OpenForm {
  base: unknown;
  saving: boolean;
  conflict: { readonly fields: readonly unknown[] } | null;
}

/** Notice of other users' changes while a record's form is open. The user's own save is not reported. */
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
