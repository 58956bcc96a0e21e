import type { SystemLock } from '@darkroom/contract/setting';
import type { Month } from '@darkroom/domain/calendar/day';
import { locksByMonth } from '@darkroom/domain/lock/screens';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUsers } from '../../../lib/session/lookups.ts';
import { MonthPicker } from '../../../ui/day-picker/day-picker.tsx';
import { useLeaveGuard } from '../../../ui/page/leave-guard.tsx';
import type { LockRow } from './lock-rows.ts';
import css from '../setting.module.css';
import { missedLock, useChangeLock, useLockName } from './use-change-lock.ts';
import { Modal } from '../../../ui/overlay/modal.tsx';
import { ConflictNotice } from '../../../ui/conflict/conflict-notice.tsx';

interface Values {
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
  const [form] = Form.useForm<Values>();
  const { name } = useUsers();
  const nameOf = useLockName();
  // Locks when the dialog was opened, so that another user's change is noticed and not overwritten.
  const [seen] = useState(locks);
  const [missed, setMissed] = useState<SystemLock | null>(null);
  const change = useChangeLock({
    onDone: onClose,
    onError: (error) => {
      const current = missedLock(error);
      if (current) setMissed(current);
      return current !== null;
    },
    form,
  });

  const submit = ({ reason, month: chosen }: Values) => {
    const month = row.month ?? chosen ?? null;
    const isThis = (lock: SystemLock) => lock.screen_name === row.screen_name && lock.month === month;
    const known = [missed, ...seen].find((lock) => lock !== null && isThis(lock)) ?? null;
    change.send({ screen_name: row.screen_name, month }, known, reason);
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
      {missed && (
        <ConflictNotice
          presses={1}
          title={t(missed.locked ? 'lock.stale.locked' : 'lock.stale.open', {
            who: name(missed.changed_by) || '–',
            reason: missed.reason,
          })}
          hint={t('lock.stale.kept')}
          theirs={{ words: t('lock.stale.keep'), go: onClose }}
        />
      )}
      <Form<Values> form={form} layout="vertical" requiredMark={false} disabled={change.pending} onFinish={submit}>
        <Form.Item
          name="reason"
          label={t('lock.reason')}
          extra={t('lock.reasonHint')}
          rules={[{ required: true, whitespace: true, message: t('errors:lock_reason_required') }]}
        >
          <Input.TextArea rows={3} maxLength={2000} autoFocus />
        </Form.Item>
        {locksByMonth(row.screen_name) && row.month === null && (
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
