import { Form, type FormInstance } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useShortcuts } from '../../../lib/keyboard.ts';
import { useFaultKinds } from '../../../lib/session/lookups.ts';
import { CheckboxGroup } from '../../../ui/input/checkbox-group.tsx';
import styles from '../history/task-parts.module.css';

/** Fault types as checkboxes, the first nine also by digit. A fault needs at least one. */
export function FaultTypesField({ form, required = true }: { form: FormInstance; required?: boolean }) {
  const { t } = useTranslation(['task', 'field']);
  const { kinds: faultTypes } = useFaultKinds();

  const toggle = (key: string) => {
    const selectedKeys: string[] = form.getFieldValue('fault_kinds') ?? [];
    form.setFieldValue(
      'fault_kinds',
      selectedKeys.includes(key) ? selectedKeys.filter((k) => k !== key) : [...selectedKeys, key],
    );
    form.validateFields(['fault_kinds']).catch(() => undefined);
  };
  useShortcuts({
    fault_kind: ({ key }) => {
      const kind = faultTypes[Number(key) - 1];
      if (kind) toggle(kind.key);
    },
  });

  return (
    <Form.Item
      name="fault_kinds"
      label={t('field:task.fault_kinds')}
      rules={required ? [{ required, type: 'array', min: 1, message: t('faultKindsRequired') }] : []}
    >
      <CheckboxGroup
        className={styles.faultTypes}
        options={faultTypes.map((kind, i) => ({
          value: kind.key,
          label: (
            <span>
              {i < 9 && <kbd className={styles.kbd}>{i + 1}</kbd>}
              {kind.label}
            </span>
          ),
        }))}
      />
    </Form.Item>
  );
}
