import { tasksInHand, type Member, type TasksInHand } from '@darkroom/contract/staff/staff';
import { Form } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { showOnFields } from '../../../lib/errors/form-errors.tsx';
import type { ApiError } from '../../../lib/call/api.ts';
import { Modal } from '../../../ui/overlay/modal.tsx';
import { ConflictNotice } from '../../../ui/conflict/conflict-notice.tsx';
import { HandOver, handedOver, useCanHandOver, type HandOverValues } from './hand-over.tsx';
import styles from '../staff.module.css';

interface Asked {
  tasks: TasksInHand['tasks'];
  /** True if the member's work has changed since the question was first asked. */
  changed: boolean;
  /** Repeats the refused call with the answer. */
  again: (answer: object) => void;
}

/**
 * Asks for new editors when new permissions do not cover the member's current work. The server refuses such a change, and the answer
 * repeats it (decision 067).
 */
export function useLostPermissions(member: Member) {
  const { t } = useTranslation(['staff', 'errors', 'common']);
  const mayHandOver = useCanHandOver();
  const [form] = Form.useForm<HandOverValues>();
  const [asked, setAsked] = useState<Asked | null>(null);

  const askBack = (error: ApiError, again: Asked['again']): boolean => {
    const { code, current, errors } = error.problem;
    const hand = code === 'has_tasks' || code === 'stale' ? tasksInHand.safeParse(current) : null;
    if (hand?.success) {
      setAsked((before) => ({ tasks: hand.data.tasks, changed: before !== null, again }));
      return true;
    }
    if (errors?.some(({ field }) => field.startsWith('editors.')) && !showOnFields(form, error, t)) return true;
    // Errors of the record itself are shown in its form.
    if (code === 'stale' || errors) setAsked(null);
    return false;
  };

  const question = (saving: boolean): ReactNode =>
    asked && (
      <Modal
        open
        title={t('rightsLost.title', { name: member.full_name })}
        okText={t('common:save')}
        okButtonProps={{ disabled: !mayHandOver(asked.tasks) }}
        cancelText={t('common:cancel')}
        confirmLoading={saving}
        mask={{ closable: false }}
        onOk={form.submit}
        onCancel={() => !saving && setAsked(null)}
        destroyOnHidden
      >
        <div className={styles.handOver}>
          <p>{t('rightsLost.hint')}</p>
          {asked.changed && <ConflictNotice presses={1} title={t('handOver.changed')} />}
          <Form<HandOverValues>
            form={form}
            layout="vertical"
            requiredMark={false}
            onFinish={(values) => asked.again(handedOver(asked.tasks, values))}
          >
            <HandOver tasks={asked.tasks} from={member.id} why="rightsLost" />
          </Form>
        </div>
      </Modal>
    );
  return { askBack, question };
}
