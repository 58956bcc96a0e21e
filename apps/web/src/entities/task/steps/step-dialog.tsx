import { type TaskRow, taskEndpoints } from '@darkroom/contract/task/task';
import { COUNTS, taskQuantity } from '@darkroom/domain/task/counts';
import { couldTakeBack } from '@darkroom/domain/task/places';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import { Alert, Form, Input, type InputRef } from 'antd';
import { useRef, useState, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { OrderDifference } from '../story/order-difference.tsx';
import { EarlierFaults, FaultsFound } from '../story/earlier-faults.tsx';
import { Brief } from '../story/task-brief.tsx';
import { FaultKindsField } from './fault-kinds-field.tsx';
import { countsOf, useCountError, type CountsDraft } from '../list/counts.ts';
import { QuantityFields } from './quantity-fields.tsx';
import { TaskConflict } from '../calls/task-conflict.tsx';
import { formOf, isSetback, stepKey, type StepForm, type StepInput } from './task-steps.ts';
import { isPossible } from './task-steps-of.ts';
import { useShortcuts } from '../../../lib/keyboard.ts';
import { useUsers } from '../../../lib/session/lookups.ts';
import { useActor } from '../../../lib/session/session.ts';
import { failedTitle, unreportedOf, type Refusal } from '../calls/task-refusal.ts';
import type { StepResult } from '../calls/use-task-calls.ts';
import { useLeaveGuard } from '../../../ui/page/leave-guard.tsx';
import { NumberField } from '../../../ui/number-field/number-field.tsx';
import { useNumberRule } from '../../../ui/number-field/use-number-rule.ts';
import styles from '../story/task-parts.module.css';
import { Modal } from '../../../ui/overlay/modal.tsx';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/call/query.ts';

/** A change that arrives this shortly before a press counts as unread, in milliseconds. */
const UNREAD_MS = 1000;

/**
 * The current task below the form of a step that shows its history.
 * @param known the newest task that the form received
 * @param reads whether the form shows the history, otherwise nothing more is requested
 */
function useNewest(known: TaskRow, reads: boolean) {
  const story = useQuery({ ...query(taskEndpoints.history, { task_id: known.task_id }), enabled: reads });
  const live = reads ? story.data?.task : undefined;
  const newest = live && live.version > known.version ? live : known;
  const shown = useRef({ version: known.version, at: -Infinity });
  const { version } = newest;
  useEffect(() => {
    if (shown.current.version !== version) shown.current = { version, at: performance.now() };
  }, [version]);
  return {
    newest,
    /** The task that the press applies to. For an unread change it is the earlier task, and the server refuses the step. */
    meant: (): TaskRow => (performance.now() - shown.current.at < UNREAD_MS ? known : newest),
  };
}

export interface StepDialogProps {
  row: TaskRow;
  action: TaskAction;
  /** Text of an earlier step that was undone. */
  written?: StepInput | undefined;
  send: (row: TaskRow, action: TaskAction, input: StepInput) => Promise<StepResult>;
  onClose: () => void;
}

interface Values {
  note?: string;
  fault_kinds?: string[];
  rework_quantity?: number | null;
  rework_notes?: string;
}

/** Form of one step. Other users' changes are shown above the typed text and never alter it. The same text can be sent again. */
export function StepDialog({ row: opened, action, written, send, onClose }: StepDialogProps) {
  const { t } = useTranslation(['task', 'status', 'errors', 'common', 'field']);
  const actor = useActor();
  const { name, worker } = useUsers();
  const numberRule = useNumberRule();
  const countTrouble = useCountError();
  const [form] = Form.useForm<Values>();
  const kind = formOf(action);
  const ofRework = action === 'rework_done' || action === 'recheck';
  const [missed, setMissed] = useState(opened);
  const [sent, setSent] = useState<TaskRow | null>(null);
  const busy = sent !== null;
  // While the step is being sent, a change can be its own result.
  const { newest, meant } = useNewest(missed, ofRework || kind === 'fault' || action === 'resolve');
  const row = sent ?? newest;
  const [draft, setDraft] = useState<CountsDraft>({});
  const [refused, setRefused] = useState<Refusal | null>(null);
  const unsaid = refused && unreportedOf(refused, shownFields(kind));
  const moved = row.version !== opened.version;
  const reworkLimits = { whole: true, min: 1, max: taskQuantity(row) };
  const stillPossible = isPossible(row, action, actor);

  const counts = useRef<InputRef>(null);
  useShortcuts({ send: form.submit });

  // A refusal treats the quantities as one field: the first of them.
  const focusField = (name: string | undefined) => (isCount(name) ? counts.current?.focus() : form.focusField(name));

  const submit = async (values: Values) => {
    if (busy) return;
    const uncountable = kind === 'quantity' ? countTrouble(draft) : null;
    if (uncountable) {
      setRefused({ message: uncountable, fields: { x1: uncountable }, ruled: true });
      counts.current?.focus();
      return;
    }
    setSent(row);
    setRefused(null);
    const result = await send(meant(), action, {
      ...inputOf(values),
      ...(kind === 'quantity' ? countsOf(row, draft) : {}),
    });
    setSent(null);
    if (result.kind === 'done') return onClose();
    if (result.kind === 'stale') return setMissed(result.current);
    setRefused(result);
    form.setFields(
      Object.entries(result.fields).map(([name, message]) => ({ name: name as keyof Values, errors: [message] })),
    );
    const first = Object.keys(result.fields)[0];
    if (first !== undefined) focusField(first);
  };

  const isTouched = () => form.isFieldsTouched() || Object.keys(draft).length > 0;
  const guard = useLeaveGuard({
    isTouched,
    saving: busy,
    back: onClose,
  });
  return (
    <Modal
      open
      title={`${t(stepKey(action))} · ${opened.sub_prod_id}`}
      okText={missed !== opened ? t('applyAgain') : t(stepKey(action))}
      okButtonProps={{ danger: isSetback(action), disabled: !stillPossible, htmlType: 'submit' }}
      cancelText={t('common:cancel')}
      confirmLoading={busy}
      onOk={form.submit}
      onCancel={() => guard.leave(onClose)}
      mask={{ closable: false }}
      // Ant Design gives the focus to the close button. The first field needs it.
      afterOpenChange={(shown) => shown && focusField(shownFields(kind)[0])}
      destroyOnHidden
    >
      <p className={styles.subtitle}>{opened.job_name}</p>
      {action === 'complete' && <OrderDifference row={row} />}
      {(action === 'resolve' || ofRework) && (
        <div className={styles.answered}>
          {ofRework && <Brief row={{ rework_quantity: row.rework_quantity, rework_notes: row.rework_notes }} />}
          <FaultsFound row={row} since={ofRework ? row.rework_at : null} />
        </div>
      )}
      {(isSetback(action) || kind === 'rework') && !couldTakeBack(row, action, worker) && (
        <Alert
          type="warning"
          showIcon
          title={t('comesBackToGone', { name: name(row.editor) })}
          className={styles.notice}
        />
      )}
      {moved && (
        <TaskConflict
          row={row}
          was={opened}
          counts={kind === 'quantity'}
          rework={ofRework}
          over={!stillPossible}
          typed={written !== undefined || isTouched()}
          refused={missed !== opened}
        />
      )}
      {unsaid !== null && (
        <Alert
          type="error"
          role="alert"
          showIcon
          title={failedTitle(t, action, refused?.ruled)}
          description={unsaid}
          className={styles.notice}
        />
      )}
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={written}
        requiredMark={kind === 'fault' || kind === 'rework'}
        onFinish={submit}
        scrollToFirstError={{ block: 'nearest', focus: true }}
      >
        {kind === 'quantity' && (
          <Form.Item>
            <QuantityFields
              ref={counts}
              saved={row}
              draft={draft}
              onDraft={setDraft}
              error={refused?.fields.x1 ?? refused?.fields.x2 ?? refused?.fields.x3 ?? null}
              autoFocus
              onEnter={form.submit}
            />
          </Form.Item>
        )}
        {kind === 'fault' && <FaultKindsField form={form} />}
        {kind === 'rework' && (
          <Form.Item
            name="rework_quantity"
            label={t('reworkQuantity', { max: taskQuantity(row) })}
            initialValue={written?.rework_quantity ?? taskQuantity(row)}
            rules={[{ required: true, message: t('errors:rework_quantity_invalid') }, numberRule(reworkLimits)]}
          >
            <NumberField {...reworkLimits} short autoFocus />
          </Form.Item>
        )}
        {kind === 'rework' ? (
          <Form.Item
            name="rework_notes"
            label={t('field:rework_notes')}
            rules={[{ required: true, whitespace: true, message: t('errors:rework_notes_required') }]}
          >
            <Input.TextArea rows={4} maxLength={2000} showCount />
          </Form.Item>
        ) : (
          action !== 'set_quantity' && (
            <Form.Item
              name="note"
              label={kind === 'fault' ? t('field:fault_note') : t('noteFor', { context: action })}
              rules={kind === 'fault' ? [{ required: true, whitespace: true, message: t('faultNoteRequired') }] : []}
            >
              <Input.TextArea rows={3} maxLength={2000} autoFocus={kind === 'note'} />
            </Form.Item>
          )
        )}
      </Form>
      {kind === 'fault' && <EarlierFaults row={opened} />}
      {guard.dialog}
    </Modal>
  );
}

/** Fields of a form, by its kind. */
function shownFields(kind: StepForm): readonly string[] {
  if (kind === 'quantity') return COUNTS;
  if (kind === 'rework') return ['rework_quantity', 'rework_notes'];
  return kind === 'fault' ? ['fault_kinds', 'note'] : ['note'];
}

/** True for a quantity field, which only some forms have. */
const isCount = (name: string | undefined): boolean => COUNTS.some((x) => x === name);

/** Input of the filled fields. */
const inputOf = ({ note, fault_kinds, rework_quantity, rework_notes }: Values): StepInput => ({
  ...(note?.trim() ? { note } : {}),
  ...(fault_kinds ? { fault_kinds } : {}),
  ...(rework_quantity ? { rework_quantity } : {}),
  ...(rework_notes?.trim() ? { rework_notes } : {}),
});
