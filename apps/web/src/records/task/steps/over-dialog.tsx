import type { TaskRow } from '@darkroom/contract/task';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import { Button, type GetRef } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import { useBackCloses } from '../../../ui/page/leave-guard.tsx';
import type { Figures } from '../calls/task-refusal.ts';
import { stepKey } from './task-steps.ts';
import { Modal } from '../../../ui/overlay/modal.tsx';

interface OverDialogProps {
  row: TaskRow;
  action: TaskAction;
  figures: Figures;
  onAnswer: (meant: boolean) => void;
}

/** "48 of 36 ordered?": asked once, wherever work is handed on that counts more than was ordered (domain §2). Enter corrects it. */
export function OverDialog({ row, action, figures, onAnswer }: OverDialogProps) {
  const { t } = useTranslation(['task', 'status']);
  const { number } = useFormat();
  // The Enter that handed the work on may come twice: it is not to say that this is meant.
  const no = useRef<GetRef<typeof Button>>(null);
  useBackCloses(() => onAnswer(false));
  const words = { counted: number(figures.counted), ordered: number(figures.ordered), task: row.sub_prod_id };
  return (
    <Modal
      open
      width={416}
      closable={false}
      title={t('over.title', words)}
      mask={{ closable: false }}
      onCancel={() => onAnswer(false)}
      afterOpenChange={(shown) => shown && no.current?.focus()}
      footer={
        <>
          <Button ref={no} onClick={() => onAnswer(false)}>
            {t('over.no')}
          </Button>
          <Button type="primary" onClick={() => onAnswer(true)}>
            {t(stepKey(action))}
          </Button>
        </>
      }
    >
      {t('over.hint', words)}
    </Modal>
  );
}
