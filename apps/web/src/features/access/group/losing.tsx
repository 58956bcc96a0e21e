import { groupEndpoints, type GroupRow } from '@darkroom/contract/user/group';
import { codeChanges } from '@darkroom/domain/permission/grant';
import { useQuery } from '@tanstack/react-query';
import { Alert, Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { query } from '../../../lib/call/query.ts';
import css from './group.module.css';

/** What members have in their hands and could not go on with, said before it is saved: a change of a group hands nothing over (decision 067). */
export function Losing({ group }: { group: GroupRow }) {
  const { t } = useTranslation('group');
  const chosen = Form.useWatch<string[] | undefined>('permissions') ?? group.permissions;
  const codes = codeChanges(group.permissions, chosen).removed.toSorted();
  const { data } = useQuery({
    ...query(groupEndpoints.losing, { group_id: group.id, codes }),
    enabled: codes.length > 0 && group.members.length > 0,
  });
  if (codes.length === 0 || !data || data.tasks === 0) return null;
  const people = t('losing.people', { count: data.people });
  const tasks = t('losing.tasks', { count: data.tasks });
  return (
    <Alert
      className={css.losing}
      type="warning"
      role="status"
      title={t('losing.title', { people, tasks })}
      description={t('losing.then')}
    />
  );
}
