import { staffEndpoints } from '@darkroom/contract/staff/staff';
import { staffAccountEndpoints } from '@darkroom/contract/staff/account';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { query } from '../../../lib/api/query.ts';
import { useCan } from '../../../lib/session/session.ts';
import { useStaysOpen } from '../../../ui/record-form/use-opened-record.ts';
import { LoadErrorMessage, Empty } from '../../../ui/data-table/data-table-states.tsx';
import { RecordHistory } from '../../../entities/history/record-history.tsx';
import { MemberAddForm, MemberEditForm } from './member-form.tsx';
import { MemberRecord } from './member-record.tsx';
import type { SetMemberSearch } from './member-search.ts';
import { OneTimePasswordDialog, type OneTimePassword } from './one-time-password-dialog.tsx';
import { Drawer } from '../../../ui/overlay/drawer.tsx';

interface MemberPanelProps {
  /** Open member. 0 opens the form of a new member. */
  member: number | undefined;
  editing: boolean;
  setSearch: SetMemberSearch;
}

/** A member's record, its form, and the one-time password, which stays open after both. */
export default function MemberPanel({ member, editing, setSearch }: MemberPanelProps) {
  const can = useCan();
  const [secret, setSecret] = useState<OneTimePassword | null>(null);
  /** True after adding a member. The record opens after the password dialog is closed, because the dialog opened last receives the keys. */
  const [isNew, setIsNew] = useState(false);
  const isAdding = useStaysOpen(member === 0 ? member : undefined, can(staffAccountEndpoints.add.access));
  const isFormOpen = useStaysOpen(editing ? member : undefined, can(staffEndpoints.update.access));
  const close = () => setSearch({ member: undefined, edit: undefined });
  const openMember = (id: number) => setSearch({ member: id, edit: undefined });
  return (
    <>
      {isAdding && (
        <MemberAddForm
          onClose={close}
          onDone={(id, oneTime) => {
            setSecret(oneTime);
            setIsNew(true);
            openMember(id);
          }}
        />
      )}
      <MemberDrawer
        member={isNew ? undefined : member || undefined}
        editing={isFormOpen}
        onEdit={() => setSearch({ edit: 1 })}
        onRead={() => setSearch({ edit: undefined })}
        onClose={close}
        onSecret={setSecret}
      />
      {secret && (
        <OneTimePasswordDialog
          secret={secret}
          onClose={() => {
            setSecret(null);
            setIsNew(false);
          }}
        />
      )}
    </>
  );
}

interface MemberDrawerProps {
  member: number | undefined;
  editing: boolean;
  onEdit: () => void;
  onRead: () => void;
  onClose: () => void;
  onSecret: (secret: OneTimePassword) => void;
}

function MemberDrawer({ member, editing, onEdit, onRead, onClose, onSecret }: MemberDrawerProps) {
  const { t } = useTranslation(['staff', 'menu', 'table', 'common']);
  const memberQuery = useQuery({ ...query(staffEndpoints.info, { id: member ?? 0 }), enabled: member !== undefined });
  if (editing && memberQuery.data) {
    return <MemberEditForm key={memberQuery.data.id} member={memberQuery.data} onClose={onRead} />;
  }
  const isNotFound = memberQuery.error?.status === 404;
  return (
    <Drawer
      open={member !== undefined}
      width="record"
      title={t('menu:member')}
      extra={
        memberQuery.data && <RecordHistory entity="staff" id={memberQuery.data.id} name={memberQuery.data.full_name} />
      }
      onClose={onClose}
      destroyOnHidden
    >
      {memberQuery.data ? (
        <MemberRecord member={memberQuery.data} onEdit={onEdit} onSecret={onSecret} />
      ) : isNotFound ? (
        <Empty
          title={t('notFound')}
          hint={t('notFoundHint')}
          action={<Button onClick={onClose}>{t('common:close')}</Button>}
        />
      ) : memberQuery.isError ? (
        <LoadErrorMessage error={memberQuery.error} onRetry={() => void memberQuery.refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 10 }} />
      )}
    </Drawer>
  );
}
