import { useState } from 'react';

/**
 * The record that a form is open over, as it was found first since the form was opened. A refresh may delete the record, move it to another
 * page or hide it, or take away a permission; the form stays open with the text in it, and says itself that it can no longer be saved. Lists
 * hold such records, so the query that found one cannot keep it; a query of one record (`staffEndpoints.info`) needs no copy.
 *
 * @param found the record as it is now, where there is one that can be changed
 * @param opened names the form that is open; undefined while none is
 */
export function useKept<R>(found: R | undefined, opened: string | number | undefined): R | undefined {
  const [kept, setKept] = useState<{ opened: string | number; record: R } | null>(null);
  let now = kept?.opened === opened ? kept : null;
  if (!now && opened !== undefined && found !== undefined) now = { opened, record: found };
  if (now !== kept) setKept(now);
  return now?.record;
}

/** Whether a form is open that opens with a permission only. It stays open when the permission goes: saving is refused then. */
export const useStaysOpen = (opened: string | number | undefined, allowed: boolean): boolean =>
  useKept(allowed || undefined, opened) ?? false;
