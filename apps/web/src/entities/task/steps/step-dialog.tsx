import { type TaskRow, taskEndpoints } from '@darkroom/contract/task/task';
import { QUANTITY_FIELDS, taskQuantity } from '@darkroom/domain/task/quantities';
import { canEditorResume } from '@darkroom/domain/task/roles';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import { Alert, Form, Input, type InputRef } from 'antd';
import { useRef, useState, useEffect } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { OrderDifference } from '../history/order-difference.tsx';
import { EarlierFaults, FaultsFound } from '../history/earlier-faults.tsx';
import { Instructions } from '../history/task-instructions.tsx';
import { FaultTypesField } from './fault-types-field.tsx';
import { applyDraft, useQuantityError, type QuantitiesDraft } from '../list/quantities.ts';
import { QuantityFields } from './quantity-fields.tsx';
import { TaskConflict } from '../calls/task-conflict.tsx';
import { getStepForm, isFaultReport, getStepLabelKey, type StepForm, type StepInput } from './task-steps.ts';
import { isPossible } from './offered-steps.ts';
import { useShortcuts } from '../../../lib/keyboard.ts';
import { useUsers } from '../../../lib/session/lookups.ts';
import { useActor } from '../../../lib/session/session.ts';
import { getFailureTitle, findUnshownMessage, type TaskRefusal } from '../calls/task-refusal.ts';
import type { StepResult } from '../calls/use-task-calls.ts';
import { useLeaveGuard } from '../../../ui/page/leave-guard.tsx';
import { NumberField } from '../../../ui/number-field/number-field.tsx';
import { useNumberRule } from '../../../ui/number-field/use-number-rule.ts';
import styles from '../history/task-parts.module.css';
import { Modal } from '../../../ui/overlay/modal.tsx';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/api/query.ts';

/** A change that arrives this shortly before a press counts as unread, in milliseconds. */
const UNREAD_MS = 1000;

/**
 * Returns the current task below the form of a step that shows its history.
 * @param receivedRow the newest task that the form received
 * @param followsHistory true if the form shows the history, otherwise nothing more is requested
 */
function useCurrentTask(receivedRow: TaskRow, followsHistory: boolean) {
  const historyQuery = useQuery({
    ...query(taskEndpoints.history, { task_id: receivedRow.task_id }),
    enabled: followsHistory,
  });
  const liveRow = followsHistory ? historyQuery.data?.task : undefined;
  const newestRow = liveRow && liveRow.version > receivedRow.version ? liveRow : receivedRow;
  const shownVersion = useRef({ version: receivedRow.version, at: -Infinity });
  const { version } = newestRow;
  useEffect(() => {
    if (shownVersion.current.version !== version) shownVersion.current = { version, at: performance.now() };
  }, [version]);
  return {
    newestRow,
    /**
     * Returns the task that the press applies to. If the user has not read a change, this is the earlier task, and the server refuses the
     * step.
     */
    getTargetRow: (): TaskRow => (performance.now() - shownVersion.current.at < UNREAD_MS ? receivedRow : newestRow),
  };
}

export interface StepDialogProps {
  row: TaskRow;
  action: TaskAction;
  /** Text of an earlier step that was undone. */
  restoredInput?: StepInput | undefined;
  send: (row: TaskRow, action: TaskAction, input: StepInput) => Promise<StepResult>;
  onClose: () => void;
}

interface StepValues {
  note?: string;
  fault_kinds?: string[];
  rework_quantity?: number | null;
  rework_notes?: string;
}

/** Form of one step. Other users' changes are shown above the typed text and never alter it. The same text can be sent again. */
export function StepDialog({ row: openedRow, action, restoredInput, send, onClose }: StepDialogProps) {
  const { t } = useTranslation(['task', 'status', 'errors', 'common', 'field']);
  const actor = useActor();
  const { name, worker } = useUsers();
  const numberRule = useNumberRule();
  const getQuantityError = useQuantityError();
  const [form] = Form.useForm<StepValues>();
  const kind = getStepForm(action);
  const isReworkStep = action === 'rework_done' || action === 'recheck';
  const [staleRow, setStaleRow] = useState(openedRow);
  const [sentRow, setSentRow] = useState<TaskRow | null>(null);
  const busy = sentRow !== null;
  // True for a quantity field. Only some forms have quantity fields.
  const { newestRow, getTargetRow } = useCurrentTask(
    staleRow,
    isReworkStep || kind === 'fault' || action === 'resolve',
  );
  const row = sentRow ?? newestRow;
  const [draft, setDraft] = useState<QuantitiesDraft>({});
  const [refusal, setRefusal] = useState<TaskRefusal | null>(null);
  const unshownMessage = refusal && findUnshownMessage(refusal, getFormFields(kind));
  const hasChanged = row.version !== openedRow.version;
  const reworkLimits = { whole: true, min: 1, max: taskQuantity(row) };
  const isStillPossible = isPossible(row, action, actor);

  const quantityInput = useRef<InputRef>(null);
  useShortcuts({ send: form.submit });

  // A refusal treats the quantities as one field: the first of them.
  const focusField = (name: string | undefined) =>
    isQuantityField(name) ? quantityInput.current?.focus() : form.focusField(name);

  const submit = async (values: StepValues) => {
    if (busy) return;
    const quantityError = kind === 'quantity' ? getQuantityError(draft) : null;
    if (quantityError) {
      setRefusal({ message: quantityError, fields: { x1: quantityError }, isRuled: true });
      quantityInput.current?.focus();
      return;
    }
    setSentRow(row);
    setRefusal(null);
    const result = await send(getTargetRow(), action, {
      ...toStepInput(values),
      ...(kind === 'quantity' ? applyDraft(row, draft) : {}),
    });
    setSentRow(null);
    if (result.kind === 'done') return onClose();
    if (result.kind === 'stale') return setStaleRow(result.current);
    setRefusal(result);
    form.setFields(
      Object.entries(result.fields).map(([name, message]) => ({ name: name as keyof StepValues, errors: [message] })),
    );
    const firstErrorField = Object.keys(result.fields)[0];
    if (firstErrorField !== undefined) focusField(firstErrorField);
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
      title={`${t(getStepLabelKey(action))} · ${openedRow.sub_prod_id}`}
      okText={staleRow !== openedRow ? t('applyAgain') : t(getStepLabelKey(action))}
      okButtonProps={{ danger: isFaultReport(action), disabled: !isStillPossible, htmlType: 'submit' }}
      cancelText={t('common:cancel')}
      confirmLoading={busy}
      onOk={form.submit}
      onCancel={() => guard.leave(onClose)}
      mask={{ closable: false }}
      // Ant Design gives the focus to the close button. The first field needs it.
      afterOpenChange={(isShown) => isShown && focusField(getFormFields(kind)[0])}
      destroyOnHidden
    >
      <p className={styles.subtitle}>{openedRow.job_name}</p>
      {action === 'complete' && <OrderDifference row={row} />}
      {(action === 'resolve' || isReworkStep) && (
        <div className={styles.previousNotes}>
          {isReworkStep && (
            <Instructions row={{ rework_quantity: row.rework_quantity, rework_notes: row.rework_notes }} />
          )}
          <FaultsFound row={row} since={isReworkStep ? row.rework_at : null} />
        </div>
      )}
      {(isFaultReport(action) || kind === 'rework') && !canEditorResume(row, action, worker) && (
        <Alert
          type="warning"
          showIcon
          title={t('reworkWithoutEditor', { name: name(row.editor) })}
          className={styles.notice}
        />
      )}
      {hasChanged && (
        <TaskConflict
          row={row}
          before={openedRow}
          asksQuantity={kind === 'quantity'}
          showsRework={isReworkStep}
          isOver={!isStillPossible}
          hasTypedText={restoredInput !== undefined || isTouched()}
          isRefused={staleRow !== openedRow}
        />
      )}
      {unshownMessage !== null && (
        <Alert
          type="error"
          role="alert"
          showIcon
          title={getFailureTitle(t, action, refusal?.isRuled)}
          description={unshownMessage}
          className={styles.notice}
        />
      )}
      <Form<StepValues>
        form={form}
        layout="vertical"
        initialValues={restoredInput}
        requiredMark={kind === 'fault' || kind === 'rework'}
        onFinish={submit}
        scrollToFirstError={{ block: 'nearest', focus: true }}
      >
        {kind === 'quantity' && (
          <Form.Item>
            <QuantityFields
              ref={quantityInput}
              saved={row}
              draft={draft}
              onDraft={setDraft}
              error={refusal?.fields.x1 ?? refusal?.fields.x2 ?? refusal?.fields.x3 ?? null}
              autoFocus
              onEnter={form.submit}
            />
          </Form.Item>
        )}
        {kind === 'fault' && <FaultTypesField form={form} />}
        {kind === 'rework' && (
          <Form.Item
            name="rework_quantity"
            label={t('reworkQuantity', { max: taskQuantity(row) })}
            initialValue={restoredInput?.rework_quantity ?? taskQuantity(row)}
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
      {kind === 'fault' && <EarlierFaults row={openedRow} />}
      {guard.dialog}
    </Modal>
  );
}

function getFormFields(kind: StepForm): readonly string[] {
  if (kind === 'quantity') return QUANTITY_FIELDS;
  if (kind === 'rework') return ['rework_quantity', 'rework_notes'];
  return kind === 'fault' ? ['fault_kinds', 'note'] : ['note'];
}

/** True for a quantity field, which only some forms have. */
const isQuantityField = (name: string | undefined): boolean => QUANTITY_FIELDS.some((x) => x === name);

const toStepInput = ({ note, fault_kinds, rework_quantity, rework_notes }: StepValues): StepInput => ({
  ...(note?.trim() ? { note } : {}),
  ...(fault_kinds ? { fault_kinds } : {}),
  ...(rework_quantity ? { rework_quantity } : {}),
  ...(rework_notes?.trim() ? { rework_notes } : {}),
});
