import { teamEndpoints, type Team } from '@darkroom/contract/staff/team';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useUsers } from '../../../lib/session/lookups.ts';
import { useApiMutation } from '../../../lib/call/query.ts';
import { useToast } from '../../../lib/toast.ts';

/** Deletes a team after asking, in its own words; `holder` is where the question stands. */
export function useDeleteTeam(onGone: () => void) {
  const { t } = useTranslation(['team', 'errors', 'common']);
  const toast = useToast();
  const { fullName } = useUsers();
  const [modal, holder] = Modal.useModal();
  const { mutateAsync } = useApiMutation(teamEndpoints.delete, {
    invalidates: ['team', 'staff'],
    onError: (error) => {
      const { code, detail = '' } = error.problem;
      if (code !== 'team_needed') return false;
      const names = detail.split(', ').map((id) => fullName(Number(id)));
      toast.error(`${t('delete.failed')} ${t('delete.needed', { names: names.join(', ') })}`);
      return true;
    },
    failed: t('delete.failed'),
  });
  const ask = ({ id, version, team_name, member_count }: Team) =>
    void modal.confirm({
      title: t('delete.title', { name: team_name }),
      content: t('delete.hint', { count: member_count }),
      okText: t('delete.do'),
      okButtonProps: { danger: true },
      cancelText: t('common:cancel'),
      onOk: () =>
        mutateAsync({ id, version }).then(
          () => {
            toast.success(t('delete.done', { name: team_name }));
            onGone();
          },
          () => undefined,
        ),
    });
  return { ask, holder };
}
