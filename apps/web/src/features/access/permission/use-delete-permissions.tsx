import { permissionEndpoints, type HeldPermission } from '@darkroom/contract/user/permission';
import { useTranslation } from 'react-i18next';
import { useAskedCall } from '../../../ui/overlay/use-ask.tsx';

/** Deletes permissions that the bureau has added, after a question. */
export function useDeletePermissions(onDone: () => void) {
  const { t } = useTranslation(['permission', 'errors', 'common']);
  return useAskedCall(permissionEndpoints.delete, {
    question: (rows: readonly HeldPermission[]) => ({
      title: rows.length === 1 ? t('deleteOne', { name: rows[0]?.codename }) : t('deleteSome', { count: rows.length }),
      lines: [t('deleteHint')],
      yes: t('common:delete'),
      danger: true,
    }),
    inputOf: (rows) => ({ permission_ids: rows.map((row) => row.id) }),
    invalidates: ['permission'],
    done: ({ length }) => t('deleted', { count: length }),
    failed: t('failed.delete'),
    refusal: ({ problem: { code, detail } }) => (code === 'in_use' ? t('inUse', { groups: detail ?? '' }) : null),
    onDone: onDone,
  });
}
