import { team as teamSchema, teamEndpoints, type Team } from '@darkroom/contract/staff/team';
import { TEAM } from '@darkroom/contract/field-tables/staff';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { Select } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useUsers } from '../../../lib/session/lookups.ts';
import { useToast } from '../../../lib/toast.ts';
import { useAnnounceAdded } from '../../../ui/data-table/added.ts';
import { Field } from '../../../ui/record-form/field.tsx';
import { toFormValues } from '../../../ui/record-form/form-values.ts';
import { RecordDrawer } from '../../../ui/record-form/record-drawer.tsx';
import { EditDrawer } from '../../../entities/history/edit-drawer.tsx';
import { useNewRecord } from '../../../ui/record-form/use-new-record.ts';
import { useRecordForm } from '../../../ui/record-form/use-record-form.ts';

const toTeamValues = (team?: Team) => toFormValues(TEAM, teamEndpoints.add.input.shape, team);
type TeamValues = ReturnType<typeof toTeamValues>;

export function TeamAddForm({ onClose, onDone }: { onClose: () => void; onDone: (id: number) => void }) {
  const { t } = useTranslation('team');
  const announceAdded = useAnnounceAdded();
  const record = useNewRecord<typeof teamEndpoints.add, TeamValues>({
    endpoint: teamEndpoints.add,
    initial: toTeamValues(),
    inputOf: (values) => values,
    invalidates: ['team', 'staff', 'session'],
    onDone: ({ id, team_name }) => {
      const message = t('added', { name: team_name });
      announceAdded({ list: 'team', row: id, words: message, to: '/staff/team', search: { team: id } });
      onDone(id);
    },
  });
  return (
    <RecordDrawer
      inAddress
      name="team-add"
      record={record}
      fields={TEAM}
      title={t('add')}
      saveLabel={t('add')}
      onClose={onClose}
    >
      <TeamFields />
    </RecordDrawer>
  );
}

export function TeamEditForm({ team, onClose }: { team: Team; onClose: () => void }) {
  const { t } = useTranslation('team');
  const toast = useToast();
  const { fullName } = useUsers();
  const record = useRecordForm<typeof teamEndpoints.update, Team, TeamValues>({
    endpoint: teamEndpoints.update,
    record: team,
    currentSchema: teamSchema,
    invalidates: ['team', 'staff', 'session'],
    valuesOf: toTeamValues,
    inputOf: ({ id, version }, changed) => ({ id, version, ...changed }),
    onDone: ({ team_name }) => {
      toast.success(t('saved', { name: team_name }));
      onClose();
    },
  });
  return (
    <EditDrawer
      inAddress
      name="team-edit"
      record={record}
      fields={TEAM}
      show={{ leader_id: fullName, members: (ids) => ids.map(fullName).join(', ') }}
      title={t('editNamed', { name: team.team_name })}
      onClose={onClose}
      historyRecord={{ entity: 'team', id: team.id, name: team.team_name }}
    >
      <TeamFields />
    </EditDrawer>
  );
}

interface PersonOption {
  value: number;
  label: string;
  title: string;
}

function TeamFields() {
  const { t } = useTranslation('team');
  const { active } = useUsers();
  const options = active.map((user) => ({ value: user.id, label: user.full_name, title: user.username }));
  const showSearch = {
    filterOption: (typed: string, option: PersonOption | undefined) =>
      foldedMatch(`${option?.label ?? ''} ${option?.title ?? ''}`, typed),
  };
  return (
    <>
      <Field name="team_name" autoFocus />
      <Field name="leader_id">
        <Select<number | null, PersonOption>
          allowClear
          placeholder={t('noLeader')}
          options={options}
          showSearch={showSearch}
        />
      </Field>
      <Field name="members">
        <Select<number[], PersonOption> mode="multiple" options={options} showSearch={showSearch} />
      </Field>
    </>
  );
}
