import type { SystemLock } from '@darkroom/contract/setting';
import type { Month } from '@darkroom/domain/calendar/day';
import { hasMonthLocks } from '@darkroom/domain/lock/screens';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useUsers } from '../../../lib/session/lookups.ts';
import { MonthPicker } from '../../../ui/day-picker/day-picker.tsx';
import { useLeaveGuard } from '../../../ui/page/leave-guard.tsx';
import type { LockRow } from './lock-rows.ts';
import css from '../setting.module.css';
import { getCurrentLock, useChangeLock, useLockName } from './use-change-lock.ts';
import { Modal } from '../../../ui/overlay/modal.tsx';
import { ConflictNotice } from '../../../ui/conflict/conflict-notice.tsx';

interface LockValues {
  reason: string;
  month?: Month | null;
}

/** Dialog for the reason of a lock. Allowances can be locked for one month. `locks` are the locks on screen. */
export function LockDialog({
  row,
  locks,
  onClose,
}: {
  row: LockRow;
  locks: readonly SystemLock[];
  onClose: () => void;
}) {
  const { t } = useTranslation(['setting', 'common', 'errors']);
  const [form] = Form.useForm<LockValues>();
  const { name } = useUsers();
  const nameOf = useLockName();
  // Locks when the dialog was opened, so that another user's change is noticed and not overwritten.
  const [knownLocks] = useState(locks);
  const [currentLock, setCurrentLock] = useState<SystemLock | null>(null);
  const change = useChangeLock({
    onDone: onClose,
    onError: (error) => {
      const current = getCurrentLock(error);
      if (current) setCurrentLock(current);
      return current !== null;
    },
    form,
  });

  const submit = ({ reason, month: selectedMonth }: LockValues) => {
    const month = row.month ?? selectedMonth ?? null;
    const isTarget = (lock: SystemLock) => lock.screen_name === row.screen_name && lock.month === month;
    const knownLock = [currentLock, ...knownLocks].find((lock) => lock !== null && isTarget(lock)) ?? null;
    change.send({ screen_name: row.screen_name, month }, knownLock, reason);
  };
  const guard = useLeaveGuard({
    isTouched: () => form.isFieldsTouched(),
    saving: change.pending,
    back: onClose,
  });
  return (
    <Modal
      open
      title={t('lock.dialog', { screen: nameOf(row) })}
      okText={t('lock.lock')}
      cancelText={t('common:cancel')}
      confirmLoading={change.pending}
      scrollLock={false}
      onOk={form.submit}
      onCancel={() => guard.leave(onClose)}
      destroyOnHidden
    >
      {currentLock && (
        <ConflictNotice
          saveAttempts={1}
          title={t(currentLock.locked ? 'lock.stale.locked' : 'lock.stale.open', {
            who: name(currentLock.changed_by) || '–',
            reason: currentLock.reason,
          })}
          hint={t('lock.stale.kept')}
          theirs={{ words: t('lock.stale.keep'), go: onClose }}
        />
      )}
      <Form<LockValues> form={form} layout="vertical" requiredMark={false} disabled={change.pending} onFinish={submit}>
        <Form.Item
          name="reason"
          label={t('lock.reason')}
          extra={t('lock.reasonHint')}
          rules={[{ required: true, whitespace: true, message: t('errors:lock_reason_required') }]}
        >
          <Input.TextArea rows={3} maxLength={2000} autoFocus />
        </Form.Item>
        {hasMonthLocks(row.screen_name) && row.month === null && (
          <Form.Item
            name="month"
            label={`${t('lock.monthField')} (${t('common:optional')})`}
            extra={t('lock.monthHint')}
          >
            <MonthPicker className={css.month} />
          </Form.Item>
        )}
      </Form>
      {guard.dialog}
    </Modal>
  );
}
