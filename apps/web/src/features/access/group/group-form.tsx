import { groupEndpoints, groupRow, type GroupRow, type PermissionRow } from '@darkroom/contract/user/group';
import { GROUP } from '@darkroom/contract/field-tables/staff';
import { findUngrantableCodes, compareCodes, isPortalCode } from '@darkroom/domain/permission/grant';
import { DEFAULT_GROUP_NAMES, DEFAULT_GROUPS, type DefaultGroup } from '@darkroom/domain/permission/default-groups';
import { useQueryClient, useQuery } from '@tanstack/react-query';
import { Alert, Form, Select } from 'antd';
import { type ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useCodeTexts } from '../../../lib/i18n/permission-words.ts';
import { useActor, useSession } from '../../../lib/session/session.ts';
import { useToast } from '../../../lib/toast.ts';
import { useAnnounceAdded } from '../../../ui/data-table/added.ts';
import { Field } from '../../../ui/record-form/field.tsx';
import { RecordDrawer } from '../../../ui/record-form/record-drawer.tsx';
import { useNewRecord } from '../../../ui/record-form/use-new-record.ts';
import { EditDrawer } from '../../../entities/history/edit-drawer.tsx';
import { useRecordForm } from '../../../ui/record-form/use-record-form.ts';
import css from './group.module.css';
import { patchCachedRow } from '../../../lib/api/cached-list.ts';
import { MemberList } from './members.tsx';
import { PermissionPicker } from '../permission/permission-picker.tsx';
import { query } from '../../../lib/api/query.ts';

interface GroupValues {
  group_name: string;
  permissions: string[];
}

const valuesOf = ({ group_name, permissions }: GroupRow): GroupValues => ({ group_name, permissions });

interface GroupFieldsProps {
  permissions: readonly PermissionRow[];
  currentCodes: readonly string[];
  autoFocus?: boolean;
  children?: ReactNode;
}

function GroupFields({ permissions, currentCodes, autoFocus = false, children }: GroupFieldsProps) {
  return (
    <>
      <Field name="group_name" autoFocus={autoFocus} />
      {children}
      <Field name="permissions">
        <PermissionPicker permissions={permissions} currentCodes={currentCodes} />
      </Field>
    </>
  );
}

interface GroupFormProps {
  groups: readonly GroupRow[];
  permissions: readonly PermissionRow[];
  onClose: () => void;
}

/** Template of a new group: the id of an existing group, or a predefined group. */
type GroupTemplate = number | DefaultGroup;

/** Adds an empty group or a copy of another group. The copy has only permissions that the user has. */
export function GroupAddForm({ groups, permissions, onClose, from }: GroupFormProps & { from: GroupRow | undefined }) {
  const { t } = useTranslation('group');
  const actor = useActor();
  const announceAdded = useAnnounceAdded();
  const codesOfTemplate = (template: GroupTemplate | undefined): readonly string[] =>
    typeof template === 'string'
      ? DEFAULT_GROUPS[template]
      : (groups.find((group) => group.id === template)?.permissions ?? []);
  const splitTemplate = (template: GroupTemplate | undefined) => {
    const codes = codesOfTemplate(template);
    const ungrantable = new Set(findUngrantableCodes(actor, codes));
    const grantable = codes.filter((code) => !ungrantable.has(code) && !isPortalCode(code));
    return { grantable, skipped: codes.length - grantable.length };
  };
  const record = useNewRecord<typeof groupEndpoints.create, GroupValues & { from: GroupTemplate | undefined }>({
    endpoint: groupEndpoints.create,
    initial: {
      group_name: from ? t('copyOf', { name: from.group_name }) : '',
      from: from?.id,
      permissions: splitTemplate(from?.id).grantable,
    },
    inputOf: ({ group_name, permissions: codes }) => ({ group_name, permissions: codes }),
    invalidates: ['group'],
    failed: t('failed.add'),
    onDone: ({ id, group_name }) => {
      const words = t('added', { name: group_name });
      announceAdded({ list: 'group', row: id, words, to: '/setting/group', search: { form: id } });
      onClose();
    },
  });
  const template = Form.useWatch('from', record.form);
  const { grantable, skipped } = splitTemplate(template);
  const typicalGroups = DEFAULT_GROUP_NAMES.map((value) => ({ value, label: t(`usual.${value}`) }));
  const usedNames = new Set(groups.map(({ group_name }) => group_name));
  const templateOptions = [
    { label: t('ofBureau'), options: groups.map((group) => ({ value: group.id, label: group.group_name })) },
    // An existing group hides the predefined group of the same name.
    { label: t('usually'), options: typicalGroups.filter(({ label }) => !usedNames.has(label)) },
  ].filter(({ options }) => options.length > 0);
  const applyTemplate = (selected: GroupTemplate | undefined) => {
    if (selected === undefined) return;
    const { form } = record;
    form.setFieldValue('permissions', splitTemplate(selected).grantable);
    const name: unknown = form.getFieldValue('group_name');
    // A name that the user typed does not change. The name of a predefined group is replaced.
    if (!name || typicalGroups.some(({ label }) => label === name))
      form.setFieldValue('group_name', typeof selected === 'string' ? t(`usual.${selected}`) : '');
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
      <GroupFields permissions={permissions} currentCodes={[]} autoFocus>
        <Form.Item
          name="from"
          label={t('copyFrom')}
          extra={
            template && (
              <span role="status">
                {t('copied', { count: grantable.length })}. {skipped > 0 && t('copySkipped', { count: skipped })}
              </span>
            )
          }
        >
          <Select<GroupTemplate>
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            options={templateOptions}
            onChange={applyTemplate}
          />
        </Form.Item>
      </GroupFields>
    </RecordDrawer>
  );
}

/** Changes the permissions of a group, in effect from the next request of its members. */
export function GroupEditForm({ group, permissions, onClose }: Omit<GroupFormProps, 'groups'> & { group: GroupRow }) {
  const { t } = useTranslation('group');
  const words = useCodeTexts();
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
      patchCachedRow(client, groupEndpoints.list, 'id', saved);
      toast.success(t('updated', { name: saved.group_name }));
      onClose();
    },
  });
  const rows = new Map(permissions.map((row) => [row.codename, row]));
  const nameOfCode = (code: string) => (rows.has(code) ? words.of(rows.get(code)!) : code);
  // The list is long, so only added and removed permissions are shown.
  const formatChanges = (codes: string[]): string => {
    const { added, removed } = compareCodes(group.permissions, codes);
    return (
      [...added.map((code) => `+ ${nameOfCode(code)}`), ...removed.map((code) => `− ${nameOfCode(code)}`)].join('; ') ||
      '–'
    );
  };
  return (
    <EditDrawer
      inAddress
      wide
      name="group-edit"
      record={record}
      fields={GROUP}
      show={{ permissions: formatChanges }}
      lead={
        group.members.some((member) => member.id === me) && (
          <Alert type="info" className="mb-12" title={t('ownGroup')} />
        )
      }
      title={t('edit', { name: group.group_name })}
      onClose={onClose}
      note={group.members.length > 0 && t('atOnce', { count: group.members.length })}
      historyRecord={{ entity: 'staff_group', id: group.id, name: group.group_name }}
    >
      <GroupFields permissions={permissions} currentCodes={group.permissions}>
        <MemberList members={group.members} />
      </GroupFields>
      <LostTasksWarning group={group} />
    </EditDrawer>
  );
}

/**
 * Warning before saving: tasks in progress that members could no longer finish. Changing a group does not hand over tasks (decision 067).
 */
function LostTasksWarning({ group }: { group: GroupRow }) {
  const { t } = useTranslation('group');
  const chosen = Form.useWatch<string[] | undefined>('permissions') ?? group.permissions;
  const codes = compareCodes(group.permissions, chosen).removed.toSorted();
  const { data } = useQuery({
    ...query(groupEndpoints.impact, { group_id: group.id, codes }),
    enabled: codes.length > 0 && group.members.length > 0,
  });
  if (codes.length === 0 || !data || data.tasks === 0) return null;
  const people = t('lostTasks.people', { count: data.people });
  const tasks = t('lostTasks.tasks', { count: data.tasks });
  return (
    <Alert
      className={css.lostPermissions}
      type="warning"
      role="status"
      title={t('lostTasks.title', { people, tasks })}
      description={t('lostTasks.hint')}
    />
  );
}
