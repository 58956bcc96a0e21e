import { groupEndpoints, type GroupRow } from '@darkroom/contract/user/group';
import { Modal } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../lib/call/query.ts';
import { useToast } from '../../../lib/toast.ts';

/** Deletes a group after asking, in its own words; `holder` is where the question stands. */
export function useDeleteGroup() {
  const { t } = useTranslation(['group', 'errors', 'common']);
  const toast = useToast();
  const [modal, holder] = Modal.useModal();
  const { mutateAsync } = useApiMutation(groupEndpoints.delete, {
    invalidates: ['group'],
    onError: (error) => {
      const { code, detail } = error.problem;
      if (code !== 'in_use') return false;
      toast.error(`${t('failed.delete')} ${t('hasMembers', { count: Number(detail) })}`);
      return true;
    },
    failed: t('failed.delete'),
  });
  const ask = useCallback(
    (group: GroupRow) =>
      void modal.confirm({
        title: t('deleteTitle', { name: group.group_name, count: group.permissions.length }),
        content: t('deleteHint'),
        okText: t('common:delete'),
        okButtonProps: { danger: true },
        cancelText: t('common:cancel'),
        onOk: () =>
          mutateAsync({ group_id: group.id }).then(
            () => void toast.success(t('deleted', { name: group.group_name })),
            () => undefined,
          ),
      }),
    [modal, t, mutateAsync, toast],
  );
  return { ask, holder };
}
