import type { TaskRow } from '@darkroom/contract/task/task';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import { Button, type GetRef } from 'antd';
import { useRef } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import type { QuantityQuestion } from '../calls/task-refusal.ts';
import { useQuestionText } from '../calls/use-question-text.ts';
import { getStepLabelKey } from './task-steps.ts';
import { Modal } from '../../../ui/overlay/modal.tsx';

interface ConfirmQuantityDialogProps {
  row: TaskRow;
  action: TaskAction;
  question: QuantityQuestion;
  onAnswer: (isConfirmed: boolean) => void;
}

/**
 * Confirmation of a likely typing error in a quantity: more than ordered (domain §2), or less than delivered in a rework (decision 157).
 * Enter returns to the quantity.
 */
export function ConfirmQuantityDialog({ row, action, question, onAnswer }: ConfirmQuantityDialogProps) {
  const { t } = useTranslation(['task', 'status']);
  // The Enter that sent the quantity can arrive twice, and must not confirm it.
  const cancelButton = useRef<GetRef<typeof Button>>(null);
  const questionText = useQuestionText()(question, row.sub_prod_id);
  return (
    <Modal
      open
      width={416}
      closable={false}
      title={questionText.title}
      mask={{ closable: false }}
      onCancel={() => onAnswer(false)}
      afterOpenChange={(isShown) => isShown && cancelButton.current?.focus()}
      footer={
        <>
          <Button ref={cancelButton} onClick={() => onAnswer(false)}>
            {questionText.no}
          </Button>
          <Button type="primary" onClick={() => onAnswer(true)}>
            {t(getStepLabelKey(action))}
          </Button>
        </>
      }
    >
      {questionText.hint}
    </Modal>
  );
}
