import { permissionEndpoints, type HeldPermission } from '@darkroom/contract/user/permission';
import { Modal } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../lib/call/query.ts';
import { useToast } from '../../../lib/toast.ts';

/** Deletes permissions of the bureau's own after asking; `holder` is where the question stands. */
export function useDeletePermissions(onDone: () => void) {
  const { t } = useTranslation(['permission', 'errors', 'common']);
  const toast = useToast();
  const [modal, holder] = Modal.useModal();
  const { mutateAsync } = useApiMutation(permissionEndpoints.delete, {
    invalidates: ['permission'],
    onError: (error) => {
      const { code, detail } = error.problem;
      if (code !== 'in_use') return false;
      toast.error(`${t('failed.delete')} ${t('inUse', { groups: detail ?? '' })}`);
      return true;
    },
    failed: t('failed.delete'),
  });
  const ask = useCallback(
    (rows: readonly HeldPermission[]) => {
      const count = rows.length;
      void modal.confirm({
        title: count === 1 ? t('deleteOne', { name: rows[0]?.codename }) : t('deleteSome', { count }),
        content: t('deleteHint'),
        okText: t('common:delete'),
        okButtonProps: { danger: true },
        cancelText: t('common:cancel'),
        onOk: () =>
          mutateAsync({ permission_ids: rows.map((row) => row.id) }).then(
            () => {
              toast.success(t('deleted', { count }));
              onDone();
            },
            () => undefined,
          ),
      });
    },
    [modal, t, mutateAsync, toast, onDone],
  );
  return { ask, holder };
}
