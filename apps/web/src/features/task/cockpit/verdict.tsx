import type { TaskRow } from '@darkroom/contract/task/task';
import { taskEndpoints } from '@darkroom/contract/task/task';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import { Button, Form } from 'antd';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasKeyboard, useShortcuts } from '../../../lib/keyboard.ts';
import { useUsers } from '../../../lib/session/lookups.ts';
import { useActor } from '../../../lib/session/session.ts';
import { useStop } from '../../../lib/session/locks.ts';
import { useToast } from '../../../lib/toast.ts';
import { FaultForm, type FaultValues } from '../../../entities/task/steps/fault-form.tsx';
import { useLeaveGuard } from '../../../ui/page/leave-guard.tsx';
import { ConflictNotice } from '../../../ui/conflict/conflict-notice.tsx';
import { useCurrentStatus } from '../../../entities/task/list/current-status.ts';
import { stepKey, type StepInput } from '../../../entities/task/steps/task-steps.ts';
import type { StepResult } from '../../../entities/task/calls/use-task-calls.ts';
import type { Check } from './checks.ts';
import css from './cockpit.module.css';
import type { Seen } from '../use-seen.ts';

interface VerdictProps {
  row: TaskRow;
  check: Check;
  /** The task was deleted, or the user can no longer view it. */
  gone: boolean;
  /** The user who released this check, if that was the last step of the task. */
  releasedBy: number | null;
  busy: boolean;
  /** Detects presses that were meant for the check before this one. */
  seen: Seen;
  judge: (action: TaskAction, input: StepInput) => Promise<StepResult>;
  onRelease: () => void;
  onStart: (action: TaskAction) => void;
  onNext: () => void;
  written?: StepInput | undefined;
}

const checkedIn = (search: object): unknown => ('check' in search ? search.check : undefined);

/** Buttons to pass or to report a fault. A fault needs fault types, by digit, and a note. */
export function Verdict({
  row,
  check,
  gone,
  releasedBy,
  busy,
  seen,
  judge,
  onRelease,
  onStart,
  onNext,
  written,
}: VerdictProps) {
  const { t } = useTranslation(['task', 'status', 'errors', 'field']);
  const standsNow = useCurrentStatus();
  const toast = useToast();
  const stopped = useStop()(taskEndpoints.act, [row]);
  const [form] = Form.useForm<FaultValues>();
  const [faulting, setFaulting] = useState(written?.fault_kinds !== undefined);
  const { start, pass, fault, release } = check;
  const blocked = busy || stopped !== null;
  const possible = pass !== null && fault !== null;
  const over = !possible && start === null;
  const takenBack = useTakenBack({ possible, free: start !== null, faulting, releasedBy });

  const judged = useRef(false);
  const guard = useLeaveGuard({
    back: 'leaves',
    isTouched: () => faulting && !judged.current && form.isFieldsTouched(),
    loses: (from, to) => to.pathname !== from.pathname || checkedIn(to.search) !== checkedIn(from.search),
  });

  const { task_id } = row;
  useLayoutEffect(() => seen.show(task_id), [seen, task_id]);
  // The same key passes one check after another. A press before the user could see this check was meant for the last one.
  const passIt = () => {
    if (!pass || blocked || faulting) return;
    if (seen.tooSoon()) toast.info(t('checkChanged', { task: row.sub_prod_id }));
    else void judge(pass, {});
  };
  const report = async ({ fault_kinds, note }: FaultValues) => {
    if (!fault || blocked) return;
    // Set during the call already, because the next check can start before it returns. A refusal opens the form again.
    judged.current = true;
    const result = await judge(fault, { fault_kinds, note });
    judged.current = result.kind === 'done';
    if (result.kind !== 'refused') return;
    form.setFields(
      Object.entries(result.fields).map(([name, message]) => ({ name: name as keyof FaultValues, errors: [message] })),
    );
  };
  useShortcuts({
    pass: pass && !faulting ? passIt : undefined,
    fault: fault && !faulting ? () => !blocked && setFaulting(true) : undefined,
    release: release && !faulting ? () => !blocked && onRelease() : undefined,
    start: start ? () => !blocked && onStart(start) : undefined,
    next_check: over ? onNext : undefined,
  });

  return (
    <section className={css.verdict} aria-label={t('cockpit.verdict')}>
      {start && (
        <>
          {takenBack === null ? (
            <p className="muted m-0">{t('cockpit.notStarted')}</p>
          ) : (
            <ConflictNotice
              presses={1}
              title={takenBack}
              hint={faulting ? t('cockpit.takenBackWritten') : t('cockpit.takenBackHint')}
            />
          )}
          <Button
            type="primary"
            size="large"
            block
            title={stopped ?? undefined}
            disabled={blocked}
            onClick={() => onStart(start)}
          >
            {t(stepKey(start))} <kbd>S</kbd>
          </Button>
          <Button block disabled={busy} onClick={onNext}>
            {t('cockpit.next')}
          </Button>
        </>
      )}
      {over && (
        <ConflictNotice
          presses={1}
          title={gone ? t('errors:field.task_not_found') : standsNow(row, null)}
          hint={faulting ? t('stale.over', { context: 'typed' }) : undefined}
        />
      )}
      {possible && !faulting && (
        <div className={css.choice}>
          <Button
            type="primary"
            size="large"
            block
            title={stopped ?? undefined}
            disabled={blocked}
            autoFocus={hasKeyboard()}
            onClick={passIt}
          >
            {t(stepKey(pass))} <kbd>P</kbd>
          </Button>
          <Button
            danger
            size="large"
            block
            title={stopped ?? undefined}
            disabled={blocked}
            onClick={() => setFaulting(true)}
          >
            {t(stepKey(fault))} <kbd>F</kbd>
          </Button>
        </div>
      )}
      {faulting && (
        <FaultForm
          form={form}
          written={written}
          words={{ note: t('field:fault_note'), noteRequired: t('faultNoteRequired'), report: t('cockpit.report') }}
          disabled={blocked || !possible}
          onReport={(values) => void report(values)}
          onLeave={() => setFaulting(false)}
        />
      )}
      {release && !faulting && (
        <Button type="text" block title={t('cockpit.releaseHint')} disabled={blocked} onClick={onRelease}>
          {t(stepKey('release_qc'))} <kbd>R</kbd>
        </Button>
      )}
      {over && (
        <Button type="primary" size="large" block onClick={onNext}>
          {t('cockpit.next')} <kbd>S</kbd>
        </Button>
      )}
      {guard.dialog}
    </section>
  );
}

interface Standing {
  possible: boolean;
  /** True if no one has started the check. */
  free: boolean;
  faulting: boolean;
  releasedBy: number | null;
}

/** Message that the check no longer belongs to the user, with the cause. Null while it does, or when the user released it. */
function useTakenBack({ possible, free, faulting, releasedBy }: Standing): string | null {
  const { t } = useTranslation('task');
  const { name } = useUsers();
  const me = useActor().user_id;
  const [had, setHad] = useState(possible);
  if (possible && !had) setHad(true);
  if (!had || possible || !free || releasedBy === me) return null;
  if (releasedBy !== null) return t('cockpit.takenBackBy', { user: name(releasedBy) });
  // A fault form is open, so the user cannot have released the check here.
  return faulting ? t('cockpit.takenBack') : null;
}
