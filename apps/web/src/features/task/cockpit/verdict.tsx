import type { TaskRow } from '@darkroom/contract/task';
import { taskEndpoints } from '@darkroom/contract/task';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import { Alert, Button, Form, Input } from 'antd';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '../../../lib/keyboard.ts';
import { isKey, type KeyId } from '../../../lib/keys.ts';
import { useStop } from '../../../lib/session/locks.ts';
import { useToast } from '../../../lib/toast.ts';
import { FaultKindsField } from '../../../records/task/steps/fault-kinds-field.tsx';
import { useLeaveGuard } from '../../../ui/page/leave-guard.tsx';
import { useStandsNow } from '../../../records/task/list/stands-now.ts';
import { stepKey, type StepInput } from '../../../records/task/steps/task-steps.ts';
import type { StepResult } from '../../../records/task/calls/use-task-calls.ts';
import type { Check } from './checks.ts';
import { hasKeyboard } from '../now/card-focus.ts';
import css from './cockpit.module.css';
import type { Seen } from '../use-seen.ts';

interface VerdictProps {
  row: TaskRow;
  check: Check;
  busy: boolean;
  /** Whether a press was meant for this check. */
  seen: Seen;
  judge: (action: TaskAction, input: StepInput) => Promise<StepResult>;
  onRelease: () => void;
  onStart: (action: TaskAction) => void;
  onNext: () => void;
  written?: StepInput | undefined;
}

interface FaultValues {
  fault_kinds?: string[];
  note?: string;
}

const FORM_KEYS: readonly KeyId[] = ['fault_note', 'leave'];
const NO_KEYS: readonly KeyId[] = [];
const checkedIn = (search: object): unknown => ('check' in search ? search.check : undefined);

/** Pass or fault. What is typed stays while the task moves under it; a fault asks for its kinds by digit, then what to mend. */
export function Verdict({ row, check, busy, seen, judge, onRelease, onStart, onNext, written }: VerdictProps) {
  const { t } = useTranslation(['task', 'status', 'errors', 'field']);
  const standsNow = useStandsNow();
  const toast = useToast();
  const stopped = useStop()(taskEndpoints.act, [row]);
  const [form] = Form.useForm<FaultValues>();
  const [faulting, setFaulting] = useState(written?.fault_kinds !== undefined);
  const fields = useRef<HTMLDivElement>(null);
  const { start, pass, fault, release } = check;
  const blocked = busy || stopped !== null;
  const possible = pass !== null && fault !== null;
  const over = !possible && start === null;

  const judged = useRef(false);
  const guard = useLeaveGuard({
    back: 'leaves',
    isTouched: () => faulting && !judged.current && form.isFieldsTouched(),
    loses: (from, to) => to.pathname !== from.pathname || checkedIn(to.search) !== checkedIn(from.search),
  });

  const focusKinds = () => fields.current?.querySelector('input')?.focus();
  // The first kind has the focus, so that Tab goes through the form and Escape comes out of it.
  useEffect(() => {
    if (faulting) focusKinds();
  }, [faulting]);

  const { task_id } = row;
  useLayoutEffect(() => seen.show(task_id), [seen, task_id]);
  // One and the same key passes check after check; a press before this one could be seen was meant for the last.
  const passIt = () => {
    if (!pass || blocked || faulting) return;
    if (seen.tooSoon()) toast.info(t('checkChanged', { task: row.sub_prod_id }));
    else void judge(pass, {});
  };
  const report = async ({ fault_kinds, note }: FaultValues) => {
    if (!fault || blocked) return;
    // What goes on after the verdict holds it already; a refusal is still there to be written on.
    judged.current = true;
    const result = await judge(fault, { fault_kinds, note });
    judged.current = result.kind === 'done';
    if (result.kind !== 'refused') return;
    form.setFields(
      Object.entries(result.fields).map(([name, message]) => ({ name: name as keyof FaultValues, errors: [message] })),
    );
  };
  const focusNote = () => fields.current?.querySelector('textarea')?.focus();
  const onKeyDown = (event: KeyboardEvent) => {
    if (isKey(event, 'leave')) setFaulting(false);
    else if (isKey(event, 'fault_note') && event.target instanceof HTMLInputElement) focusNote();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  useShortcuts(
    {
      pass: pass && !faulting ? passIt : undefined,
      fault: fault && !faulting ? () => !blocked && setFaulting(true) : undefined,
      release: release && !faulting ? () => !blocked && onRelease() : undefined,
      start: start ? () => !blocked && onStart(start) : undefined,
      next_check: over ? onNext : undefined,
      send: faulting ? form.submit : undefined,
    },
    { own: faulting ? FORM_KEYS : NO_KEYS },
  );

  return (
    <section className={css.verdict} aria-label={t('cockpit.verdict')}>
      {start && (
        <>
          <p className={css.hint}>{t('cockpit.notStarted')}</p>
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
        <Alert
          type="warning"
          showIcon
          title={standsNow(row, null)}
          description={faulting ? t('stale.over') : undefined}
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
        <div ref={fields} onKeyDown={onKeyDown} className={css.faulting}>
          <Form<FaultValues>
            form={form}
            layout="vertical"
            requiredMark={false}
            initialValues={written}
            onFinish={report}
            onFinishFailed={({ errorFields }) =>
              errorFields.some(({ name }) => name[0] === 'fault_kinds') ? focusKinds() : focusNote()
            }
          >
            <FaultKindsField form={form} />
            <Form.Item
              name="note"
              label={t('field:fault_note')}
              rules={[{ required: true, whitespace: true, message: t('faultNoteRequired') }]}
            >
              <Input.TextArea rows={4} maxLength={2000} />
            </Form.Item>
            <div className={css.buttons}>
              <Button danger type="primary" htmlType="submit" disabled={blocked || !possible}>
                {t('cockpit.report')}
              </Button>
              <Button onClick={() => setFaulting(false)}>{t('cockpit.noFault')}</Button>
            </div>
          </Form>
          <p className={css.hint}>{t('cockpit.faultKeys')}</p>
        </div>
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
