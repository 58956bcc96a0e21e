import { Button, Form, Input, type FormInstance } from 'antd';
import { useEffect, type KeyboardEvent } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useShortcuts } from '../../../lib/keyboard.ts';
import { isKey, type KeyId } from '../../../lib/keys.ts';
import { FaultTypesField } from './fault-types-field.tsx';
import css from './fault-form.module.css';

export interface FaultValues {
  fault_kinds: string[];
  note: string;
}

interface FaultFormProps {
  form: FormInstance<FaultValues>;
  initialText?: Partial<FaultValues> | undefined;
  labels: { note: string; noteRequired: string; report: string };
  loading?: boolean;
  disabled?: boolean;
  onReport: (values: FaultValues) => void;
  onCancel: () => void;
}

const FORM_KEYS: readonly KeyId[] = ['fault_note', 'leave'];

/** Form of a fault for the keyboard: fault types by digit, Enter to the note, Escape to leave. */
export function FaultForm({ form, initialText, labels, loading, disabled, onReport, onCancel }: FaultFormProps) {
  const { t } = useTranslation('task');
  // The first fault type has the focus, so that Tab moves through the form and Escape closes it.
  useEffect(() => form.focusField('fault_kinds'), [form]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isKey(event, 'leave')) onCancel();
    else if (isKey(event, 'fault_note') && event.target instanceof HTMLInputElement) form.focusField('note');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  useShortcuts({ send: form.submit }, { handledKeys: FORM_KEYS });

  return (
    <div onKeyDown={onKeyDown} className="stack gap-12">
      <Form<FaultValues>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={initialText}
        onFinish={onReport}
        scrollToFirstError={{ block: 'nearest', focus: true }}
      >
        <FaultTypesField form={form} />
        <Form.Item
          name="note"
          label={labels.note}
          rules={[{ required: true, whitespace: true, message: labels.noteRequired }]}
        >
          <Input.TextArea rows={4} maxLength={2000} />
        </Form.Item>
        <div className={css.buttons}>
          <Button danger type="primary" htmlType="submit" loading={loading} disabled={disabled}>
            {labels.report}
          </Button>
          <Button onClick={onCancel}>{t('checkView.backToCheck')}</Button>
        </div>
      </Form>
      <p className={css.keys}>{t('checkView.faultKeys')}</p>
    </div>
  );
}
