import { useCallback } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useUsers } from '../../lib/session/lookups.ts';

/** Returns a function that finds the name of the account that created or changed a record. Accounts that are not staff are customers. */
export function useAccountName(): (id: number | null) => string {
  const { t } = useTranslation('common');
  const { byId, name } = useUsers();
  return useCallback(
    (id) => (id === null || byId.size === 0 || byId.has(id) ? name(id) : t('customerAccount', { id })),
    [t, byId, name],
  );
}
