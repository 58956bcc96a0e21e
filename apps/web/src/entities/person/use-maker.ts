import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useUsers } from '../../lib/session/lookups.ts';

/** Who made a record or changed it: every member of staff is known by name; anybody else is a customer, who accepted a quote or asked. */
export function useMaker(): (id: number | null) => string {
  const { t } = useTranslation('common');
  const { byId, name } = useUsers();
  return useCallback(
    (id) => (id === null || byId.size === 0 || byId.has(id) ? name(id) : t('customerAccount', { id })),
    [t, byId, name],
  );
}
