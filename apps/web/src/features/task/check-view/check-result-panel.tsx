import type { TaskRow } from '@darkroom/contract/task/task';
import { taskEndpoints } from '@darkroom/contract/task/task';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import { Button, Form } from 'antd';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { hasKeyboard, useShortcuts } from '../../../lib/keyboard.ts';
import { useUsers } from '../../../lib/session/lookups.ts';
import { useActor } from '../../../lib/session/session.ts';
import { useLockReason } from '../../../lib/session/locks.ts';
import { useToast } from '../../../lib/toast.ts';
import { FaultForm, type FaultValues } from '../../../entities/task/steps/fault-form.tsx';
import { useLeaveGuard } from '../../../ui/page/leave-guard.tsx';
import { ConflictNotice } from '../../../ui/conflict/conflict-notice.tsx';
import { useStatusMessage } from '../../../entities/task/list/status-message.ts';
import { getStepLabelKey, type StepInput } from '../../../entities/task/steps/task-steps.ts';
import type { StepResult } from '../../../entities/task/calls/use-task-calls.ts';
import type { CheckSteps } from './checks.ts';
import css from './check-view.module.css';
import type { PressGuard } from '../use-press-guard.ts';

interface CheckResultPanelProps {
  row: TaskRow;
  check: CheckSteps;
  /** True if the task was deleted, or the user can no longer view it. */
  isNotFound: boolean;
  /** The user who released this check, if that was the last step of the task. */
  releasedBy: number | null;
  busy: boolean;
  /** Detects presses that were meant for the check before this one. */
  pressGuard: PressGuard;
  submitResult: (action: TaskAction, input: StepInput) => Promise<StepResult>;
  onRelease: () => void;
  onStart: (action: TaskAction) => void;
  onNext: () => void;
  restoredInput?: StepInput | undefined;
}

const getCheckParam = (search: object): unknown => ('check' in search ? search.check : undefined);

/** Buttons to pass or to report a fault. A fault needs fault types, by digit, and a note. */
export function CheckResultPanel({
  row,
  check,
  isNotFound,
  releasedBy,
  busy,
  pressGuard,
  submitResult,
  onRelease,
  onStart,
  onNext,
  restoredInput,
}: CheckResultPanelProps) {
  const { t } = useTranslation(['task', 'status', 'errors', 'field']);
  const getStatusMessage = useStatusMessage();
  const toast = useToast();
  const lockReason = useLockReason()(taskEndpoints.act, [row]);
  const [form] = Form.useForm<FaultValues>();
  const [isReportingFault, setIsReportingFault] = useState(restoredInput?.fault_kinds !== undefined);
  const { start, pass, fault, release } = check;
  const isBlocked = busy || lockReason !== null;
  const canCheck = pass !== null && fault !== null;
  const isOver = !canCheck && start === null;
  const lostCheckMessage = useLostCheckMessage({ canCheck, isUnstarted: start !== null, isReportingFault, releasedBy });

  const isSubmitted = useRef(false);
  const guard = useLeaveGuard({
    back: 'leaves',
    isTouched: () => isReportingFault && !isSubmitted.current && form.isFieldsTouched(),
    loses: (from, to) => to.pathname !== from.pathname || getCheckParam(to.search) !== getCheckParam(from.search),
  });

  const { task_id } = row;
  useLayoutEffect(() => pressGuard.showContent(task_id), [pressGuard, task_id]);
  // One key passes check after check. A press that comes before the user could see this check was meant for the previous check.
  const submitPass = () => {
    if (!pass || isBlocked || isReportingFault) return;
    if (pressGuard.isTooSoon()) toast.info(t('checkChanged', { task: row.sub_prod_id }));
    else void submitResult(pass, {});
  };
  const reportFault = async ({ fault_kinds, note }: FaultValues) => {
    if (!fault || isBlocked) return;
    // Set before the response arrives, because the next check can start earlier. A refusal opens the form again.
    isSubmitted.current = true;
    const result = await submitResult(fault, { fault_kinds, note });
    isSubmitted.current = result.kind === 'done';
    if (result.kind !== 'refused') return;
    form.setFields(
      Object.entries(result.fields).map(([name, message]) => ({ name: name as keyof FaultValues, errors: [message] })),
    );
  };
  useShortcuts({
    pass: pass && !isReportingFault ? submitPass : undefined,
    fault: fault && !isReportingFault ? () => !isBlocked && setIsReportingFault(true) : undefined,
    release: release && !isReportingFault ? () => !isBlocked && onRelease() : undefined,
    start: start ? () => !isBlocked && onStart(start) : undefined,
    nextCheck: isOver ? onNext : undefined,
  });

  return (
    <section className={css.result} aria-label={t('checkView.result')}>
      {start && (
        <>
          {lostCheckMessage === null ? (
            <p className="muted m-0">{t('checkView.notStarted')}</p>
          ) : (
            <ConflictNotice
              saveAttempts={1}
              title={lostCheckMessage}
              hint={isReportingFault ? t('checkView.textKept') : t('checkView.releasedHint')}
            />
          )}
          <Button
            type="primary"
            size="large"
            block
            title={lockReason ?? undefined}
            disabled={isBlocked}
            onClick={() => onStart(start)}
          >
            {t(getStepLabelKey(start))} <kbd>S</kbd>
          </Button>
          <Button block disabled={busy} onClick={onNext}>
            {t('checkView.next')}
          </Button>
        </>
      )}
      {isOver && (
        <ConflictNotice
          saveAttempts={1}
          title={isNotFound ? t('errors:field.task_not_found') : getStatusMessage(row, null)}
          hint={isReportingFault ? t('conflict.stepNotPossible', { context: 'typed' }) : undefined}
        />
      )}
      {canCheck && !isReportingFault && (
        <div className={css.resultButtons}>
          <Button
            type="primary"
            size="large"
            block
            title={lockReason ?? undefined}
            disabled={isBlocked}
            autoFocus={hasKeyboard()}
            onClick={submitPass}
          >
            {t(getStepLabelKey(pass))} <kbd>P</kbd>
          </Button>
          <Button
            danger
            size="large"
            block
            title={lockReason ?? undefined}
            disabled={isBlocked}
            onClick={() => setIsReportingFault(true)}
          >
            {t(getStepLabelKey(fault))} <kbd>F</kbd>
          </Button>
        </div>
      )}
      {isReportingFault && (
        <FaultForm
          form={form}
          initialText={restoredInput}
          labels={{ note: t('field:fault_note'), noteRequired: t('faultNoteRequired'), report: t('checkView.report') }}
          disabled={isBlocked || !canCheck}
          onReport={(values) => void reportFault(values)}
          onCancel={() => setIsReportingFault(false)}
        />
      )}
      {release && !isReportingFault && (
        <Button type="text" block title={t('checkView.releaseHint')} disabled={isBlocked} onClick={onRelease}>
          {t(getStepLabelKey('release_qc'))} <kbd>R</kbd>
        </Button>
      )}
      {isOver && (
        <Button type="primary" size="large" block onClick={onNext}>
          {t('checkView.next')} <kbd>S</kbd>
        </Button>
      )}
      {guard.dialog}
    </section>
  );
}

interface CheckState {
  canCheck: boolean;
  /** True if no one has started the check. */
  isUnstarted: boolean;
  isReportingFault: boolean;
  releasedBy: number | null;
}

/** Returns a message that the check no longer belongs to the user, with the cause. Null if it still does, or if the user released it. */
function useLostCheckMessage({ canCheck, isUnstarted, isReportingFault, releasedBy }: CheckState): string | null {
  const { t } = useTranslation('task');
  const { name } = useUsers();
  const myUserId = useActor().user_id;
  const [hadCheck, setHadCheck] = useState(canCheck);
  if (canCheck && !hadCheck) setHadCheck(true);
  if (!hadCheck || canCheck || !isUnstarted || releasedBy === myUserId) return null;
  if (releasedBy !== null) return t('checkView.releasedBy', { user: name(releasedBy) });
  // A fault form is open, so the user cannot have released the check here.
  return isReportingFault ? t('checkView.released') : null;
}
