import { groupEndpoints, groupRow, type GroupRow, type PermissionRow } from '@darkroom/contract/user/group';
import { GROUP } from '@darkroom/contract/field-tables/staff';
import { beyondRights, codeChanges, isPortalCode } from '@darkroom/domain/permission/grant';
import { USUAL_GROUP_NAMES, USUAL_GROUPS, type UsualGroup } from '@darkroom/domain/permission/usual-groups';
import { useQueryClient, useQuery } from '@tanstack/react-query';
import { Alert, Form, Select } from 'antd';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCodeWords } from '../../../lib/words/permission-words.ts';
import { useActor, useSession } from '../../../lib/session/session.ts';
import { useToast } from '../../../lib/toast.ts';
import { useAnnounceAdded } from '../../../ui/data-table/added.ts';
import { Field } from '../../../ui/record-form/field.tsx';
import { RecordDrawer } from '../../../ui/record-form/record-drawer.tsx';
import { useNewRecord } from '../../../ui/record-form/use-new-record.ts';
import { EditDrawer } from '../../../entities/history/edit-drawer.tsx';
import { useRecordForm } from '../../../ui/record-form/use-record-form.ts';
import css from './group.module.css';
import { putRow } from '../../../lib/call/cached-list.ts';
import { MemberList } from './members.tsx';
import { PermissionPicker } from '../permission/permission-picker.tsx';
import { query } from '../../../lib/call/query.ts';

interface GroupValues {
  group_name: string;
  permissions: string[];
}

const valuesOf = ({ group_name, permissions }: GroupRow): GroupValues => ({ group_name, permissions });

interface GroupFieldsProps {
  permissions: readonly PermissionRow[];
  held: readonly string[];
  autoFocus?: boolean;
  children?: ReactNode;
}

function GroupFields({ permissions, held, autoFocus = false, children }: GroupFieldsProps) {
  return (
    <>
      <Field name="group_name" autoFocus={autoFocus} />
      {children}
      <Field name="permissions">
        <PermissionPicker permissions={permissions} held={held} />
      </Field>
    </>
  );
}

interface GroupFormProps {
  groups: readonly GroupRow[];
  permissions: readonly PermissionRow[];
  onClose: () => void;
}

/** Template of a new group: the id of a group of the bureau, or a usual group. */
type GroupStart = number | UsualGroup;

/** Adds an empty group or a copy of another group. The copy has only permissions that the user holds. */
export function GroupAddForm({ groups, permissions, onClose, from }: GroupFormProps & { from: GroupRow | undefined }) {
  const { t } = useTranslation('group');
  const actor = useActor();
  const sayAdded = useAnnounceAdded();
  const codesOf = (start: GroupStart | undefined): readonly string[] =>
    typeof start === 'string' ? USUAL_GROUPS[start] : (groups.find((group) => group.id === start)?.permissions ?? []);
  const startOf = (start: GroupStart | undefined) => {
    const codes = codesOf(start);
    const beyond = new Set(beyondRights(actor, codes));
    const taken = codes.filter((code) => !beyond.has(code) && !isPortalCode(code));
    return { taken, skipped: codes.length - taken.length };
  };
  const record = useNewRecord<typeof groupEndpoints.create, GroupValues & { from: GroupStart | undefined }>({
    endpoint: groupEndpoints.create,
    initial: {
      group_name: from ? t('copyOf', { name: from.group_name }) : '',
      from: from?.id,
      permissions: startOf(from?.id).taken,
    },
    inputOf: ({ group_name, permissions: codes }) => ({ group_name, permissions: codes }),
    invalidates: ['group'],
    failed: t('failed.add'),
    onDone: ({ id, group_name }) => {
      const words = t('added', { name: group_name });
      sayAdded({ list: 'group', row: id, words, to: '/setting/group', search: { form: id } });
      onClose();
    },
  });
  const start = Form.useWatch('from', record.form);
  const { taken, skipped } = startOf(start);
  const usual = USUAL_GROUP_NAMES.map((value) => ({ value, label: t(`usual.${value}`) }));
  const named = new Set(groups.map(({ group_name }) => group_name));
  const starts = [
    { label: t('ofBureau'), options: groups.map((group) => ({ value: group.id, label: group.group_name })) },
    // A group of the bureau hides the usual group of the same name.
    { label: t('usually'), options: usual.filter(({ label }) => !named.has(label)) },
  ].filter(({ options }) => options.length > 0);
  const begin = (chosen: GroupStart | undefined) => {
    if (chosen === undefined) return;
    const { form } = record;
    form.setFieldValue('permissions', startOf(chosen).taken);
    const name: unknown = form.getFieldValue('group_name');
    // A name that the user typed is kept. The name of a usual group is replaced.
    if (!name || usual.some(({ label }) => label === name))
      form.setFieldValue('group_name', typeof chosen === 'string' ? t(`usual.${chosen}`) : '');
  };
  return (
    <RecordDrawer
      inAddress
      wide
      name="group-add"
      record={record}
      fields={GROUP}
      title={t('add')}
      saveLabel={t('add')}
      onClose={onClose}
    >
      <GroupFields permissions={permissions} held={[]} autoFocus>
        <Form.Item
          name="from"
          label={t('copyFrom')}
          extra={
            start && (
              <span role="status">
                {t('copied', { count: taken.length })}. {skipped > 0 && t('copySkipped', { count: skipped })}
              </span>
            )
          }
        >
          <Select<GroupStart> allowClear showSearch={{ optionFilterProp: 'label' }} options={starts} onChange={begin} />
        </Form.Item>
      </GroupFields>
    </RecordDrawer>
  );
}

/** Changes the permissions of a group, in effect from the next request of its members. */
export function GroupEditForm({ group, permissions, onClose }: Omit<GroupFormProps, 'groups'> & { group: GroupRow }) {
  const { t } = useTranslation('group');
  const words = useCodeWords();
  const toast = useToast();
  const client = useQueryClient();
  const me = useSession()?.user.id;
  const record = useRecordForm<typeof groupEndpoints.update, GroupRow, GroupValues>({
    endpoint: groupEndpoints.update,
    record: group,
    currentSchema: groupRow,
    invalidates: ['group'],
    valuesOf,
    inputOf: ({ id, version }, changed) => ({ group_id: id, version, ...changed }),
    failed: t('failed.update'),
    onDone: (saved) => {
      putRow(client, groupEndpoints.list, 'id', saved);
      toast.success(t('updated', { name: saved.group_name }));
      onClose();
    },
  });
  const rows = new Map(permissions.map((row) => [row.codename, row]));
  const named = (code: string) => (rows.has(code) ? words.of(rows.get(code)!) : code);
  // The list is long, so only added and removed permissions are shown.
  const changes = (codes: string[]): string => {
    const { added, removed } = codeChanges(group.permissions, codes);
    return [...added.map((code) => `+ ${named(code)}`), ...removed.map((code) => `− ${named(code)}`)].join('; ') || '–';
  };
  return (
    <EditDrawer
      inAddress
      wide
      name="group-edit"
      record={record}
      fields={GROUP}
      show={{ permissions: changes }}
      lead={
        group.members.some((member) => member.id === me) && (
          <Alert type="info" className="mb-12" title={t('ownGroup')} />
        )
      }
      title={t('edit', { name: group.group_name })}
      onClose={onClose}
      note={group.members.length > 0 && t('atOnce', { count: group.members.length })}
      of={{ entity: 'staff_group', id: group.id, name: group.group_name }}
    >
      <GroupFields permissions={permissions} held={group.permissions}>
        <MemberList members={group.members} />
      </GroupFields>
      <Losing group={group} />
    </EditDrawer>
  );
}

/** Warning before saving: work in progress that members could not continue. A change of a group does not hand over work (decision 067). */
function Losing({ group }: { group: GroupRow }) {
  const { t } = useTranslation('group');
  const chosen = Form.useWatch<string[] | undefined>('permissions') ?? group.permissions;
  const codes = codeChanges(group.permissions, chosen).removed.toSorted();
  const { data } = useQuery({
    ...query(groupEndpoints.impact, { group_id: group.id, codes }),
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
