import { tasksInHand, type TasksInHand } from '@darkroom/contract/floor/hand-over';
import type { Member } from '@darkroom/contract/staff/staff';
import { Form } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { showOnFields } from '../../../lib/errors/form-errors.tsx';
import type { ApiError } from '../../../lib/call/api.ts';
import { Modal } from '../../../ui/overlay/modal.tsx';
import { ConflictNotice } from '../../../ui/conflict/conflict-notice.tsx';
import { HandOver, handedOver, useMayHandOver, type HandOverValues } from './hand-over.tsx';
import styles from '../staff.module.css';

interface Asked {
  tasks: TasksInHand['tasks'];
  /** It was asked before, and the hand is another by now. */
  changed: boolean;
  /** Makes the refused call again, with the answer. */
  again: (answer: object) => void;
}

/**
 * A change of somebody's rights is refused while work is in their hand that the new ones do not reach: what it is, and who goes
 * on with it, is asked, and the change is made with the answer (decision 067).
 */
export function useRightsLost(member: Member) {
  const { t } = useTranslation(['staff', 'errors', 'common']);
  const mayHandOver = useMayHandOver();
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
    // What is wrong with the record itself is decided there.
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
