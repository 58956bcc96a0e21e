import { useState } from 'react';

/**
 * Returns the record of an open form, as first found, for records from lists. The form stays open with its text when a refresh removes the
 * record or a permission, and shows that it cannot be saved.
 * @param found the current record, if there is one that can be changed
 * @param opened identifies the open form. Undefined without an open form
 */
export function useOpenedRecord<R>(found: R | undefined, opened: string | number | undefined): R | undefined {
  const [stored, setStored] = useState<{ opened: string | number; record: R } | null>(null);
  let current = stored?.opened === opened ? stored : null;
  if (!current && opened !== undefined && found !== undefined) current = { opened, record: found };
  if (current !== stored) setStored(current);
  return current?.record;
}

/** True if a form that requires a permission is open. It stays open when the permission is removed, and saving is then rejected. */
export const useStaysOpen = (opened: string | number | undefined, allowed: boolean): boolean =>
  useOpenedRecord(allowed || undefined, opened) ?? false;
