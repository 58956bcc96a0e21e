import { useState } from 'react';

/**
 * The record a form is open over: as it is found, or as it was found last while the form stays open, so that what is typed outlives its
 * deletion. The form itself says that it is deleted.
 *
 * @param found the record in what was read, if it is there
 * @param id which one the address names while the form is open
 */
export function useKept<R extends { readonly id: number }>(
  found: R | undefined,
  id: number | undefined,
): R | undefined {
  const [kept, setKept] = useState<R>();
  const wanted = id === undefined ? undefined : (found ?? (kept?.id === id ? kept : undefined));
  if (kept !== wanted) setKept(wanted);
  return found ?? wanted;
}
