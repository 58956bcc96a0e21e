import { staffAccountEndpoints } from '@darkroom/contract/staff/account';
import { leaveEndpoints } from '@darkroom/contract/staff/leave';
import { taskBulkEndpoints } from '@darkroom/contract/task/bulk';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { query, useApiMutation } from '../../../lib/api/query.ts';
import { bureauDay } from '../../../lib/clock/use-today.ts';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useUsers } from '../../../lib/session/lookups.ts';
import { useCan } from '../../../lib/session/session.ts';
import { useToast } from '../../../lib/toast.ts';
import { CallButton } from '../../../ui/call-button.tsx';
import { OTHER_ACTION } from '../../../ui/row-actions.ts';
import { useCanManageLeave } from './use-leave-people.ts';
import { lazyOverlay } from '../../../ui/lazy/lazy.tsx';

const HandOverDialog = lazyOverlay(() => import('../../../entities/hand-over/hand-over-dialog.tsx'));

/** Offers to hand over the work of a member who is off today, if the user can and there is work in progress. `holder` is the dialog. */
export function useHandOverOffer() {
  const { fullName } = useUsers();
  const client = useQueryClient();
  const canHandOver = useCan()(taskBulkEndpoints.handOver.access);
  const [member_id, setMember] = useState<number | null>(null);
  const offer = async (id: number) => {
    if (!canHandOver) return;
    const work = query(staffAccountEndpoints.tasksInProgress, { staff_id: id });
    const { tasks } = await client.fetchQuery({ ...work, staleTime: 0 });
    if (tasks.some(({ part, sub_prod_id }) => part !== 'supporter' && sub_prod_id !== null)) setMember(id);
  };
  const holder = member_id !== null && (
    <HandOverDialog member={{ id: member_id, full_name: fullName(member_id) }} onClose={() => setMember(null)} />
  );
  return { offer, holder };
}

/** Button for a member who is ill today, for users who can enter their days off. It adds the day off, and offers the hand-over. */
export function IllToday({ member_id, inRow = false }: { member_id: number; inRow?: boolean }) {
  const { t } = useTranslation(['staff', 'common']);
  const { byId, fullName } = useUsers();
  const toast = useToast();
  const canManage = useCanManageLeave();
  const { offer, holder } = useHandOverOffer();
  const name = fullName(member_id);
  const remove = useApiMutation(leaveEndpoints.delete, { invalidates: ['leave'], failed: t('leaves.deleteFailed') });
  const add = useApiMutation(leaveEndpoints.add, {
    invalidates: ['leave'],
    failed: t('leaves.illFailed'),
    onSuccess: ({ id, version }) => {
      toast.success(t('leaves.illDone', { name }), {
        label: t('common:undo'),
        onPress: () => remove.mutate({ id, version }),
      });
      return offer(member_id);
    },
  });
  const report = () => {
    const today = bureauDay();
    add.mutate({ member_id, first_day: today, last_day: today, kind: 'ill' });
  };
  return (
    <>
      {canManage(member_id) && !byId.get(member_id)?.is_away && (
        <CallButton
          {...(inRow ? { ...OTHER_ACTION, 'aria-label': t('leaves.illNamed', { name }) } : {})}
          call={leaveEndpoints.add}
          loading={add.isPending}
          onClick={report}
        >
          {t('leaves.ill')}
        </CallButton>
      )}
      {holder}
    </>
  );
}

/** Button that hands over the work of a member. */
export function HandOverButton({ member }: { member: { readonly id: number; readonly full_name: string } }) {
  const { t } = useTranslation('staff');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <CallButton call={taskBulkEndpoints.handOver} onClick={() => setIsOpen(true)}>
        {t('handOver.open')}
      </CallButton>
      {isOpen && <HandOverDialog member={member} onClose={() => setIsOpen(false)} />}
    </>
  );
}
