import type { TaskSummary } from '@darkroom/contract/task/bulk';
import { Button, type InputRef } from 'antd';
import { useRef, type RefObject } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { AssignChoice } from './assign-choice.tsx';
import styles from './assign.module.css';
import type { Batch } from './batches.ts';

interface AssignPanelProps {
  searchRef: RefObject<InputRef | null>;
  /** Selected tasks that can be assigned, and the count of those that cannot. */
  assignableTasks: readonly TaskSummary[];
  excludedCount: number;
  pending: boolean;
  onAssign: (batches: readonly Batch[]) => Promise<boolean>;
  onContinue: () => void;
  onDrop: (task_ids: number[], editor: number) => void;
  onClose: () => void;
}

/** Panel that assigns the tasks selected in the table: by a press, by Enter in the search, by a drop, or spread by load. */
export function AssignPanel({ onClose, ...props }: AssignPanelProps) {
  const { t } = useTranslation('task');
  const panel = useRef<HTMLElement>(null);
  const count = props.assignableTasks.length;
  return (
    <aside ref={panel} className={styles.panel} aria-label={t('assign.title')}>
      <header className={styles.head}>
        <h2>{count > 0 ? t('assign.chosen', { count }) : t('assign.title')}</h2>
        <Button type="text" size="small" onClick={onClose}>
          {t('close')}
        </Button>
      </header>
      <AssignChoice
        {...props}
        onAssign={(batches) => {
          panel.current?.scrollTo({ top: 0 });
          return props.onAssign(batches);
        }}
        onEscape={onClose}
      />
    </aside>
  );
}
