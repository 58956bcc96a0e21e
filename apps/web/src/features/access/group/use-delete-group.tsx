import { groupEndpoints, type GroupRow } from '@darkroom/contract/user/group';
import { useTranslation } from 'react-i18next';
import { useAskedCall } from '../../../ui/overlay/use-ask.tsx';

/** Deletes a group after a question. */
export function useDeleteGroup() {
  const { t } = useTranslation(['group', 'errors', 'common']);
  return useAskedCall(groupEndpoints.delete, {
    question: ({ group_name, permissions }: GroupRow) => ({
      title: t('deleteTitle', { name: group_name, count: permissions.length }),
      lines: [t('deleteHint')],
      yes: t('common:delete'),
      danger: true,
    }),
    inputOf: ({ id }) => ({ group_id: id }),
    invalidates: ['group'],
    done: ({ group_name }) => t('deleted', { name: group_name }),
    failed: t('failed.delete'),
    refusal: ({ problem: { code, detail } }) => (code === 'in_use' ? t('hasMembers', { count: Number(detail) }) : null),
  });
}
