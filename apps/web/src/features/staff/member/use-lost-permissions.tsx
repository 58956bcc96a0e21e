import { memberWork, type Member, type MemberWork } from '@darkroom/contract/staff/staff';
import { Form } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { showFieldErrors } from '../../../lib/errors/form-errors.tsx';
import type { ApiError } from '../../../lib/api/api.ts';
import { Modal } from '../../../ui/overlay/modal.tsx';
import { ConflictNotice } from '../../../ui/conflict/conflict-notice.tsx';
import {
  HandOver,
  toHandOverInput,
  useCanHandOver,
  type HandOverValues,
} from '../../../entities/hand-over/hand-over.tsx';
import styles from '../../../entities/hand-over/hand-over.module.css';

interface HandOverQuestion {
  tasks: MemberWork['tasks'];
  /** True if the member's work has changed since the dialog opened. */
  hasChanged: boolean;
  /** Repeats the refused request with the user's input. */
  repeatCall: (response: object) => void;
}

/**
 * Shows the dialog for new editors if new permissions do not cover the member's current work. The server refuses such a change, and the
 * user's input repeats it (decision 067).
 */
export function useLostPermissions(member: Member) {
  const { t } = useTranslation(['staff', 'errors', 'common']);
  const canHandOver = useCanHandOver();
  const [form] = Form.useForm<HandOverValues>();
  const [openQuestion, setOpenQuestion] = useState<HandOverQuestion | null>(null);

  const askBack = (error: ApiError, repeatCall: HandOverQuestion['repeatCall']): boolean => {
    const { code, current, errors } = error.problem;
    const parsedTasks = code === 'has_tasks' || code === 'stale' ? memberWork.safeParse(current) : null;
    if (parsedTasks?.success) {
      setOpenQuestion((previous) => ({ tasks: parsedTasks.data.tasks, hasChanged: previous !== null, repeatCall }));
      return true;
    }
    if (errors?.some(({ field }) => field.startsWith('editors.')) && !showFieldErrors(form, error, t)) return true;
    // Errors of the record itself are shown in its form.
    if (code === 'stale' || errors) setOpenQuestion(null);
    return false;
  };

  const renderQuestion = (saving: boolean): ReactNode =>
    openQuestion && (
      <Modal
        open
        title={t('permissionsLost.title', { name: member.full_name })}
        okText={t('common:save')}
        okButtonProps={{ disabled: !canHandOver(openQuestion.tasks) }}
        cancelText={t('common:cancel')}
        confirmLoading={saving}
        mask={{ closable: false }}
        onOk={form.submit}
        onCancel={() => !saving && setOpenQuestion(null)}
        destroyOnHidden
      >
        <div className={styles.handover}>
          <p>{t('permissionsLost.hint')}</p>
          {openQuestion.hasChanged && <ConflictNotice saveAttempts={1} title={t('handOver.changed')} />}
          <Form<HandOverValues>
            form={form}
            layout="vertical"
            requiredMark={false}
            onFinish={(values) => openQuestion.repeatCall(toHandOverInput(openQuestion.tasks, values))}
          >
            <HandOver tasks={openQuestion.tasks} memberId={member.id} reason="permissionsLost" />
          </Form>
        </div>
      </Modal>
    );
  return { askBack, renderQuestion };
}
