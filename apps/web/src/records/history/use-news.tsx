import { Suspense, type ReactNode } from 'react';
import { latePart } from '../../ui/late/late-part.tsx';
import type { Told } from './record-history.tsx';
import { useMeanwhile } from './use-meanwhile.ts';

const News = latePart(() => import('./meanwhile-news.tsx').then((part) => ({ default: part.MeanwhileNews })));

/** A record's form: what it compares with, whether it is being saved, whether both versions stand there. */
interface OpenForm {
  base: unknown;
  saving: boolean;
  conflict: object | null;
}

/**
 * What others do to a record while its form is open, to be shown in it. What one saves oneself closes the form, and is no news.
 * Kept by whoever holds the form, not by what shows it: beside both versions it stands in another place.
 */
export function useNews(of: Pick<Told, 'entity' | 'id'> | null, { base, saving, conflict }: OpenForm): ReactNode {
  const news = useMeanwhile(of, base);
  if (!of || !news || (saving && !conflict)) return null;
  return (
    <Suspense fallback={null}>
      <News entity={of.entity} news={news} brief={conflict !== null} />
    </Suspense>
  );
}
