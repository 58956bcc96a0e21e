import type { TaskRow } from '@darkroom/contract/task/task';
import { isIn } from '@darkroom/domain/task/status';
import { TRANSITIONS } from '@darkroom/domain/task/transitions';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { hasKeyboard } from '../../../lib/keyboard.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useUsers } from '../../../lib/session/lookups.ts';
import { useActor } from '../../../lib/session/session.ts';
import { useIsNarrow } from '../../../ui/data-table/columns/window-width.ts';
import { TaskDueDate } from '../../../entities/due-date/task-due-date.tsx';
import { StatusDot } from '../../../entities/status/status-dot.tsx';
import { useSiblingQuantities } from '../../../entities/task/list/use-task-shares.ts';
import { useQuantityFields } from '../../../entities/task/list/quantities.ts';
import { MoreTaskSteps, NextTaskStep, OtherSteps } from '../../../entities/task/steps/step-buttons.tsx';
import {
  Instructions,
  TaskHeading,
  Priority,
  RunningTime,
  TimeSince,
} from '../../../entities/task/history/task-instructions.tsx';
import parts from '../../../entities/task/history/task-parts.module.css';
import cardCss from './now-card.module.css';
import { canMoveFocusToCard } from './card-focus.ts';
import { CardQuantityFields, type CardQuantityFieldsProps } from '../card-quantity-fields.tsx';
import { SupportersLine } from '../record/supporters-line.tsx';
import { useStepsState } from '../../../entities/task/steps/use-task-steps.tsx';
import { EarlierFaults } from '../../../entities/task/history/earlier-faults.tsx';

// The task's notes are part of its history, which is loaded after the card.

interface NowCardProps extends CardQuantityFieldsProps {
  /** True in progress, false for the next waiting task. */
  isInProgress: boolean;
  onOpen: (row: TaskRow) => void;
}

/** Card of the user's current task: notes of the order on the left, quantities and steps on the right. */
export function NowCard({ row, isInProgress, quantityDrafts, canTakeFocus, onOpen }: NowCardProps) {
  const { t } = useTranslation(['task', 'status']);
  const narrow = useIsNarrow();
  const { pending } = useStepsState();
  const isEditor = row.editor === useActor().user_id;
  const asksQuantity = isEditor && isIn(TRANSITIONS.set_quantity.from, row.status);
  const nextButton = useFocusedStep({ row, quantityDrafts, canTakeFocus }, asksQuantity);
  const stepProps = { row, onStep: quantityDrafts.pressStep, busy: pending };
  return (
    <section className={cardCss.currentTask} data-current-task aria-label={isInProgress ? t('now') : t('next')}>
      <div className="stack gap-12 min-w-0">
        <div className={parts.statusLine}>
          <span className={cardCss.eyebrow}>{isInProgress ? t('now') : t('next')}</span>
          <StatusDot status={row.status} />
          <Priority priority={row.job_priority} />
          <TaskDueDate row={row} isFull />
        </div>
        <TaskHeading row={row} />
        <Instructions row={row} />
        <SupportersLine row={row} />
        <EarlierFaults row={row} />
      </div>
      <div className="stack gap-12 min-w-0">
        <p className={cardCss.time}>
          <span className={parts.muted}>{isInProgress ? t('runningSince') : t('waitingFor')}</span>
          {isInProgress ? <RunningTime since={row.status_since} /> : <TimeSince at={row.status_since} />}
        </p>
        {asksQuantity ? (
          <CardQuantityFields key={row.task_id} row={row} quantityDrafts={quantityDrafts} canTakeFocus={canTakeFocus} />
        ) : (
          <QuantityFacts row={row} />
        )}
        {!narrow && <NextTaskStep {...stepProps} ref={nextButton} wide size="large" />}
        <div className={parts.buttons}>
          <OtherSteps {...stepProps} except={['set_quantity']} />
          <Button onClick={() => onOpen(row)}>{t('history')}</Button>
          {!narrow && <MoreTaskSteps {...stepProps} />}
        </div>
      </div>
    </section>
  );
}

/** Focuses the button of the next step when the card has no quantity fields, for example before the start. */
function useFocusedStep({ row, canTakeFocus }: CardQuantityFieldsProps, asksQuantity: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const moveFocus = useEffectEvent(() => {
    if (!asksQuantity && hasKeyboard() && canTakeFocus(row) && canMoveFocusToCard())
      button.current?.focus({ preventScroll: true });
  });
  useEffect(() => moveFocus(), [row.task_id, row.status, asksQuantity]);
  return button;
}

/** Quantities without fields, for QCs and when it is not the editor's turn. */
function QuantityFacts({ row }: { row: TaskRow }) {
  const { t } = useTranslation(['task', 'status', 'field']);
  const { number } = useFormat();
  const { name } = useUsers();
  const fields = useQuantityFields(row);
  const share = useSiblingQuantities([row.task_id]).get(row.task_id);
  const me = useActor().user_id;
  return (
    <dl className={cardCss.facts}>
      {row.editor !== null && row.editor !== me && (
        <div>
          <dt>{t('field:editor')}</dt>
          <dd>{name(row.editor)}</dd>
        </div>
      )}
      {row.first_qc !== null && row.first_qc !== me && (
        <div>
          <dt>{t('field:first_qc')}</dt>
          <dd>{name(row.first_qc)}</dd>
        </div>
      )}
      <div>
        <dt>{t('field:task.quantity')}</dt>
        <dd>{number(row.quantity)}</dd>
      </div>
      {fields.map((x) => (
        <div key={x}>
          <dt>{t(`field:${x}`)}</dt>
          <dd>{number(row[x])}</dd>
        </div>
      ))}
      {share && share.tasks > 1 && (
        <div>
          <dt>{t('checkView.others', { count: share.tasks - 1 })}</dt>
          <dd>{number(share.others)}</dd>
        </div>
      )}
    </dl>
  );
}
