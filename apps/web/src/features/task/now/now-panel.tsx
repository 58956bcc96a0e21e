import type { TaskRow } from '@darkroom/contract/task/task';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { hasKeyboard } from '../../../lib/keyboard.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { LoadErrorMessage, SkeletonLines } from '../../../ui/data-table/data-table-states.tsx';
import { StatusDot } from '../../../entities/status/status-dot.tsx';
import { canMoveFocusToCard } from './card-focus.ts';
import { NowCard } from './now-card.tsx';
import { NextTaskStep } from '../../../entities/task/steps/step-buttons.tsx';
import { RunningTime } from '../../../entities/task/history/task-instructions.tsx';
import parts from '../../../entities/task/history/task-parts.module.css';
import cardCss from './now-card.module.css';
import type { QuantityDrafts } from './use-quantity-drafts.ts';
import type { NowTasks } from './use-now-tasks.ts';
import { useStepsState } from '../../../entities/task/steps/use-task-steps.tsx';

interface NowPanelProps {
  now: NowTasks;
  quantityDrafts: QuantityDrafts;
  canTakeFocus: (row: TaskRow | null) => boolean;
  poolCount: number;
  onOpen: (row: TaskRow) => void;
  onSeePool: () => void;
}

/** Top of the user's work: the newest task in progress with the others below it. Otherwise the next waiting task, or a message. */
export function NowPanel({ now, quantityDrafts, canTakeFocus, poolCount, onOpen, onSeePool }: NowPanelProps) {
  const { t } = useTranslation(['task', 'table']);
  const { pending } = useStepsState();
  if (now.loading) {
    return (
      <section className={cardCss.loadingCard} aria-busy>
        <SkeletonLines count={4} />
      </section>
    );
  }
  if (now.failed) {
    return (
      <section className={cardCss.messageCard}>
        <LoadErrorMessage error={now.error} onRetry={now.retry} />
      </section>
    );
  }
  if (!now.row) {
    return <RestMessage takesFocus={canTakeFocus(null)} poolCount={poolCount} onSeePool={onSeePool} />;
  }
  return (
    <>
      <NowCard
        row={now.row}
        isInProgress={now.isInProgress}
        quantityDrafts={quantityDrafts}
        canTakeFocus={canTakeFocus}
        onOpen={onOpen}
      />
      {now.others.length > 0 && (
        <ul className={cardCss.otherTasks} aria-label={t('otherTasksInProgress')}>
          {now.others.map((row) => (
            <li key={row.task_id}>
              <StatusDot status={row.status} />
              <button type="button" className={cardCss.plainLink} onClick={() => onOpen(row)}>
                {row.sub_prod_id} #{row.task_id} · {row.job_name}
              </button>
              <RunningTime since={row.status_since} />
              <NextTaskStep row={row} onStep={quantityDrafts.pressStep} busy={pending} size="small" />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface RestMessageProps extends Pick<NowPanelProps, 'poolCount' | 'onSeePool'> {
  takesFocus: boolean;
}

/** Message without a task in progress. After the user's last step, the focus moves here. */
function RestMessage({ takesFocus, poolCount, onSeePool }: RestMessageProps) {
  const { t } = useTranslation('task');
  const { number } = useFormat();
  const restSection = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const moveFocus = useEffectEvent(() => {
    if (takesFocus && hasKeyboard() && canMoveFocusToCard()) (button.current ?? restSection.current)?.focus();
  });
  useEffect(() => moveFocus(), []);
  return (
    <section ref={restSection} className={cardCss.messageCard} tabIndex={-1}>
      <strong>{t('remaining.title')}</strong>
      <span className={parts.muted}>{poolCount > 0 ? t('remaining.take') : t('remaining.wait')}</span>
      {poolCount > 0 && (
        <Button ref={button} onClick={onSeePool}>
          {t('remaining.see', { count: poolCount, n: number(poolCount) })}
        </Button>
      )}
    </section>
  );
}
