import { teamEndpoints, type Team } from '@darkroom/contract/staff/team';
import { useTranslation } from 'react-i18next';
import { useUsers } from '../../../lib/session/lookups.ts';
import { useAskedCall } from '../../../ui/overlay/use-ask.tsx';

/** Deletes a team after a question. */
export function useDeleteTeam(onGone: () => void) {
  const { t } = useTranslation(['team', 'errors', 'common']);
  const { fullName } = useUsers();
  return useAskedCall(teamEndpoints.delete, {
    question: ({ team_name, member_count }: Team) => ({
      title: t('delete.title', { name: team_name }),
      lines: [t('delete.hint', { count: member_count })],
      yes: t('delete.do'),
      danger: true,
    }),
    inputOf: ({ id, version }) => ({ id, version }),
    invalidates: ['team', 'staff'],
    done: ({ team_name }) => t('delete.done', { name: team_name }),
    failed: t('delete.failed'),
    refusal: ({ problem: { code, detail = '' } }) => {
      if (code !== 'team_needed') return null;
      const names = detail.split(', ').map((id) => fullName(Number(id)));
      return t('delete.needed', { names: names.join(', ') });
    },
    onDone: onGone,
  });
}
