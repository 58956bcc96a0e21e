import type { apiTokenEndpoints } from '@darkroom/contract/user/token';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../lib/call/query.ts';
import { useToast } from '../../lib/toast.ts';

/** Revokes a token after asking; `holder` is where the question stands. */
export function useRevoke(call: typeof apiTokenEndpoints.revoke | typeof apiTokenEndpoints.revokeAny) {
  const { t } = useTranslation(['account', 'common']);
  const toast = useToast();
  const [modal, holder] = Modal.useModal();
  const revoke = useApiMutation(call, {
    invalidates: ['session'],
    onSuccess: () => toast.success(t('tokens.revoked')),
  });
  const ask = ({ id, name }: { id: number; name: string }) =>
    void modal.confirm({
      title: t('tokens.revokeTitle', { name }),
      content: t('tokens.revokeHint'),
      okText: t('tokens.revoke'),
      okButtonProps: { danger: true },
      cancelText: t('common:cancel'),
      onOk: () => revoke.mutateAsync({ id }).catch(() => undefined),
    });
  return { ask, holder, pending: revoke.isPending };
}
