import type { TaskRow } from '@darkroom/contract/task/task';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import { Button, type GetRef } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Question } from '../calls/task-refusal.ts';
import { useQuestionWords } from '../calls/use-question-words.ts';
import { stepKey } from './task-steps.ts';
import { Modal } from '../../../ui/overlay/modal.tsx';

interface ConfirmCountDialogProps {
  row: TaskRow;
  action: TaskAction;
  question: Question;
  onAnswer: (meant: boolean) => void;
}

/**
 * Confirmation of a likely typing error in a quantity: more than ordered (domain §2), or less than delivered in a rework (decision 157).
 * Enter returns to the quantity.
 */
export function ConfirmCountDialog({ row, action, question, onAnswer }: ConfirmCountDialogProps) {
  const { t } = useTranslation(['task', 'status']);
  // The Enter that sent the quantity can arrive twice, and must not confirm it.
  const no = useRef<GetRef<typeof Button>>(null);
  const words = useQuestionWords()(question, row.sub_prod_id);
  return (
    <Modal
      open
      width={416}
      closable={false}
      title={words.title}
      mask={{ closable: false }}
      onCancel={() => onAnswer(false)}
      afterOpenChange={(shown) => shown && no.current?.focus()}
      footer={
        <>
          <Button ref={no} onClick={() => onAnswer(false)}>
            {words.no}
          </Button>
          <Button type="primary" onClick={() => onAnswer(true)}>
            {t(stepKey(action))}
          </Button>
        </>
      }
    >
      {words.hint}
    </Modal>
  );
}
