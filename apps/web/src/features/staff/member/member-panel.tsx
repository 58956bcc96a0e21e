import { staffEndpoints } from '@darkroom/contract/staff/staff';
import { staffAccountEndpoints } from '@darkroom/contract/staff/account';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../lib/call/query.ts';
import { useCan } from '../../../lib/session/session.ts';
import { useStaysOpen } from '../../../ui/record-form/use-kept.ts';
import { CouldNotLoad, Empty } from '../../../ui/data-table/data-table-states.tsx';
import { RecordHistory } from '../../../entities/history/record-history.tsx';
import { MemberAddForm, MemberEditForm } from './member-form.tsx';
import { MemberRecord } from './member-record.tsx';
import type { SetMemberSearch } from './member-search.ts';
import { OneTimeDialog, type OneTime } from './one-time-dialog.tsx';
import { Drawer } from '../../../ui/overlay/drawer.tsx';

interface MemberPanelProps {
  /** Open member. 0 opens the form of a new one. */
  member: number | undefined;
  editing: boolean;
  setSearch: SetMemberSearch;
}

/** A member's record, its form, and the one-time password, which stays open after both. */
export default function MemberPanel({ member, editing, setSearch }: MemberPanelProps) {
  const may = useCan();
  const [secret, setSecret] = useState<OneTime | null>(null);
  /** True after adding a member. The record opens after the password dialog is closed, because the dialog opened last gets the keyboard. */
  const [isNew, setIsNew] = useState(false);
  const adds = useStaysOpen(member === 0 ? member : undefined, may(staffAccountEndpoints.add.access));
  const edits = useStaysOpen(editing ? member : undefined, may(staffEndpoints.update.access));
  const close = () => setSearch({ member: undefined, edit: undefined });
  const show = (id: number) => setSearch({ member: id, edit: undefined });
  return (
    <>
      {adds && (
        <MemberAddForm
          onClose={close}
          onDone={(id, oneTime) => {
            setSecret(oneTime);
            setIsNew(true);
            show(id);
          }}
        />
      )}
      <MemberDrawer
        member={isNew ? undefined : member || undefined}
        editing={edits}
        onEdit={() => setSearch({ edit: 1 })}
        onRead={() => setSearch({ edit: undefined })}
        onClose={close}
        onSecret={setSecret}
      />
      {secret && (
        <OneTimeDialog
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
  onSecret: (secret: OneTime) => void;
}

function MemberDrawer({ member, editing, onEdit, onRead, onClose, onSecret }: MemberDrawerProps) {
  const { t } = useTranslation(['staff', 'menu', 'table', 'common']);
  const info = useQuery({ ...query(staffEndpoints.info, { id: member ?? 0 }), enabled: member !== undefined });
  if (editing && info.data) {
    return <MemberEditForm key={info.data.id} member={info.data} onClose={onRead} />;
  }
  const gone = info.error?.status === 404;
  return (
    <Drawer
      open={member !== undefined}
      width="record"
      title={t('menu:member')}
      extra={info.data && <RecordHistory entity="staff" id={info.data.id} name={info.data.full_name} />}
      onClose={onClose}
      destroyOnHidden
    >
      {info.data ? (
        <MemberRecord member={info.data} onEdit={onEdit} onSecret={onSecret} />
      ) : gone ? (
        <Empty
          title={t('notFound')}
          hint={t('notFoundHint')}
          action={<Button onClick={onClose}>{t('common:close')}</Button>}
        />
      ) : info.isError ? (
        <CouldNotLoad error={info.error} onRetry={() => void info.refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 10 }} />
      )}
    </Drawer>
  );
}
