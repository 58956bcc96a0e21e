import { teamEndpoints, type Team } from '@darkroom/contract/staff/team';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useLockReason } from '../../../lib/session/locks.ts';
import { useUsers } from '../../../lib/session/lookups.ts';
import { useApiMutation } from '../../../lib/api/query.ts';
import { useCan } from '../../../lib/session/session.ts';
import { useOpenedRecord, useStaysOpen } from '../../../ui/record-form/use-opened-record.ts';
import { useToast } from '../../../lib/toast.ts';
import { CallButton } from '../../../ui/call-button.tsx';
import { Empty } from '../../../ui/data-table/data-table-states.tsx';
import { RecordHistory } from '../../../entities/history/record-history.tsx';
import { TeamAddForm, TeamEditForm } from './team-form.tsx';
import type { SetTeamSearch } from './team-search.ts';
import styles from '../staff.module.css';
import { Drawer } from '../../../ui/overlay/drawer.tsx';
import { useConfirmedCall } from '../../../ui/overlay/use-confirm.tsx';

interface TeamPanelProps {
  id: number | undefined;
  team: Team | undefined;
  /** True if the team in the URL does not exist. */
  isMissing: boolean;
  form: 'new' | 'edit' | undefined;
  setSearch: SetTeamSearch;
}

/** A team with its members, and its form. */
export default function TeamPanel({ id, team, isMissing, form, setSearch }: TeamPanelProps) {
  const { t } = useTranslation(['team', 'menu', 'common']);
  const can = useCan();
  const close = () => setSearch({ team: undefined, form: undefined });
  const openTeam = (id: number) => setSearch({ team: id, form: undefined });
  const isAdding = useStaysOpen(form === 'new' ? form : undefined, can(teamEndpoints.add.access));
  const editedTeam = useOpenedRecord(
    can(teamEndpoints.update.access) ? team : undefined,
    form === 'edit' ? id : undefined,
  );
  if (isAdding) return <TeamAddForm onClose={close} onDone={openTeam} />;
  if (editedTeam) {
    return (
      <TeamEditForm key={editedTeam.id} team={editedTeam} onClose={() => (team ? openTeam(editedTeam.id) : close())} />
    );
  }
  return (
    <Drawer
      open={team !== undefined || isMissing}
      width="form"
      title={team?.team_name ?? t('menu:team')}
      extra={team && <RecordHistory entity="team" id={team.id} name={team.team_name} />}
      onClose={close}
      destroyOnHidden
    >
      {team ? (
        <TeamRecord team={team} onEdit={() => setSearch({ form: 'edit' })} onDeleted={close} />
      ) : (
        <Empty
          title={t('notFound')}
          hint={t('notFoundHint')}
          action={<Button onClick={close}>{t('common:close')}</Button>}
        />
      )}
    </Drawer>
  );
}

function TeamRecord({ team, onEdit, onDeleted }: { team: Team; onEdit: () => void; onDeleted: () => void }) {
  const { t } = useTranslation(['team', 'errors', 'field']);
  const { byId, fullName, name } = useUsers();
  const can = useCan();
  const lockReason = useLockReason()(teamEndpoints.update);
  const memberChange = useTeamMembers(team);
  const deletion = useDeleteTeam(onDeleted);
  return (
    <div className="stack gap-16">
      <div className={styles.buttons}>
        <CallButton call={teamEndpoints.update} onClick={onEdit}>
          {t('change')}
        </CallButton>
        <CallButton call={teamEndpoints.delete} danger onClick={() => deletion.ask(team)}>
          {t('delete.do')}
        </CallButton>
        {deletion.holder}
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>{t('field:leader_id')}</dt>
          <dd>
            {team.leader_name ?? t('noLeader')}
            {team.leader_id !== null && byId.get(team.leader_id)?.active === false && (
              <span className="muted"> · {t('leaderLeft')}</span>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('field:member_count')}</dt>
          <dd className="tabular">{team.member_count}</dd>
        </div>
      </dl>
      <section className={styles.section} aria-label={t('field:members')}>
        <h3>{t('field:members')}</h3>
        {can(teamEndpoints.update.access) && (
          <AddMembers team={team} onAdd={memberChange.add} busy={memberChange.pending} />
        )}
        {team.members.length === 0 && <p className="muted">{t('noMembers')}</p>}
        <ul className={styles.members}>
          {team.members.map((id) => (
            <li key={id}>
              <span className={styles.memberName}>
                {fullName(id)} <span className="muted">{name(id)}</span>
              </span>
              {id === team.leader_id && <span className="muted">{t('leads')}</span>}
              <CallButton
                call={teamEndpoints.update}
                size="small"
                type="text"
                disabled={memberChange.pending}
                title={lockReason ?? t('remove', { name: fullName(id) })}
                aria-label={t('remove', { name: fullName(id) })}
                onClick={() => memberChange.remove(id)}
              >
                ×
              </CallButton>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

interface PersonOption {
  value: number;
  label: string;
  title: string;
}

function AddMembers({ team, onAdd, busy }: { team: Team; onAdd: (ids: number[]) => void; busy: boolean }) {
  const { t } = useTranslation('team');
  const { active } = useUsers();
  const lockReason = useLockReason()(teamEndpoints.update);
  const [selectedIds, setSelectedIds] = useState<number[]>([]);
  const others = active.filter((user) => !team.members.includes(user.id));
  return (
    <div className={styles.addMembers}>
      <Select<number[], PersonOption>
        mode="multiple"
        disabled={lockReason !== null}
        aria-label={t('addMembers')}
        placeholder={others.length === 0 ? t('allMembersAdded') : t('addMembers')}
        value={selectedIds}
        options={others.map((user) => ({ value: user.id, label: user.full_name, title: user.username }))}
        showSearch={{
          filterOption: (typed, option) => foldedMatch(`${option?.label ?? ''} ${option?.title ?? ''}`, typed),
        }}
        onChange={setSelectedIds}
      />
      <Button
        disabled={lockReason !== null || selectedIds.length === 0}
        title={lockReason ?? undefined}
        loading={busy}
        onClick={() => {
          onAdd(selectedIds);
          setSelectedIds([]);
        }}
      >
        {t('addChosen')}
      </Button>
    </div>
  );
}

/** Adds members to a team and removes them. A removal can be undone. */
function useTeamMembers(team: Team) {
  const { t } = useTranslation(['team', 'errors', 'common']);
  const toast = useToast();
  const { fullName } = useUsers();
  const update = useApiMutation(teamEndpoints.update, {
    invalidates: ['team', 'staff', 'session'],
  });
  const saveMembers = (version: number, members: number[], onSaved: (saved: Team) => void) =>
    update.mutate({ id: team.id, version, members }, { onSuccess: onSaved });
  return {
    pending: update.isPending,
    add: (ids: number[]) =>
      saveMembers(team.version, [...team.members, ...ids], () => toast.success(t('joined', { team: team.team_name }))),
    remove: (id: number) =>
      saveMembers(
        team.version,
        team.members.filter((member) => member !== id),
        (saved) =>
          toast.success(t('removed', { name: fullName(id), team: team.team_name }), {
            label: t('common:undo'),
            onPress: () => saveMembers(saved.version, team.members, () => undefined),
          }),
      ),
  };
}

function useDeleteTeam(onDeleted: () => void) {
  const { t } = useTranslation(['team', 'errors', 'common']);
  const { fullName } = useUsers();
  return useConfirmedCall(teamEndpoints.delete, {
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
      if (code !== 'member_without_team') return null;
      const names = detail.split(', ').map((id) => fullName(Number(id)));
      return t('delete.needed', { names: names.join(', ') });
    },
    onDone: onDeleted,
  });
}
