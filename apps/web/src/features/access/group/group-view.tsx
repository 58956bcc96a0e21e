import type { GroupRow } from '@darkroom/contract/user/group';
import type { PermissionRow } from '@darkroom/contract/user/permission';
import { useTranslation } from 'react-i18next';
import { RecordHistory } from '../../../entities/history/record-history.tsx';
import { MemberList } from './members.tsx';
import { PermissionPicker } from '../permission/permission-picker.tsx';
import { Drawer } from '../../../ui/overlay/drawer.tsx';

interface GroupViewProps {
  group: GroupRow;
  permissions: readonly PermissionRow[];
  onClose: () => void;
}

/** A group for those who may look at it only. */
export function GroupView({ group, permissions, onClose }: GroupViewProps) {
  const { t } = useTranslation('group');
  return (
    <Drawer
      open
      title={t('view', { name: group.group_name })}
      width="record"
      extra={<RecordHistory entity="staff_group" id={group.id} name={group.group_name} />}
      onClose={onClose}
    >
      <MemberList members={group.members} />
      <PermissionPicker permissions={permissions} held={group.permissions} value={group.permissions} readOnly />
    </Drawer>
  );
}
