import { Button, Form, Select, type FormListFieldData, type FormListOperation } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { Field } from '../../../ui/record-form/field.tsx';
import css from './metadata.module.css';
import { MetadataForm, type MetadataRow } from './metadata-form.tsx';
import { parseValue, addMissingKeys, type FaultTypeDraft } from './metadata-values.ts';
import { RowActions } from './row-actions.tsx';

const MAX_FAULT_TYPES = 9;
const SEVERITIES = ['minor', 'major', 'critical'] as const;
const readFaultTypes = (value: unknown): FaultTypeDraft[] => parseValue('JOB_TASK', 'fault_kinds', value) ?? [];

/** Fault types: names in both languages, severity, and order. The order sets their digit keys. */
export function FaultTypesForm({ row, editable }: { row: MetadataRow; editable: boolean }) {
  const { t } = useTranslation(['setting', 'status', 'common']);
  const formatLines = (kinds: FaultTypeDraft[]) =>
    kinds.map((kind, i) =>
      [`${i + 1} ${kind.en ?? ''}`, kind.vi, kind.severity && t(`status:severity.${kind.severity}`)].join(' · '),
    );
  return (
    <MetadataForm<FaultTypeDraft[]>
      data_type="JOB_TASK"
      row={row}
      title={t('faults.title')}
      hint={`${t('faults.hint')} ${t('faults.removed')}`}
      read={readFaultTypes}
      write={addMissingKeys}
      formatLines={formatLines}
    >
      <Form.List name="value">
        {(fields, change, { errors }) => (
          <>
            <ol className={css.rowList}>
              {fields.map((field) => (
                <FaultTypeRow
                  key={field.key}
                  field={field}
                  rowCount={fields.length}
                  change={change}
                  editable={editable}
                />
              ))}
            </ol>
            <Form.ErrorList errors={errors} />
            {editable && (
              <div className="cluster mt-12">
                <Button disabled={fields.length >= MAX_FAULT_TYPES} onClick={() => change.add({ severity: 'major' })}>
                  {t('faults.add')}
                </Button>
                {fields.length >= MAX_FAULT_TYPES && <span className="muted">{t('faults.full')}</span>}
              </div>
            )}
          </>
        )}
      </Form.List>
    </MetadataForm>
  );
}

interface FaultTypeRowProps {
  field: FormListFieldData;
  rowCount: number;
  change: FormListOperation;
  editable: boolean;
}

function FaultTypeRow({ field: { name: index }, rowCount, change, editable }: FaultTypeRowProps) {
  const { t } = useTranslation(['setting', 'status', 'errors']);
  const form = Form.useFormInstance();
  const kinds = Form.useWatch<FaultTypeDraft[] | undefined>('value', { form, preserve: true });
  const kind = kinds?.[index];
  const name = kind?.en || t('faults.new');
  // Shows the key that a new type will get.
  const newKey = kinds && addMissingKeys(kinds)[index]?.key;
  const nameField = (language: 'en' | 'vi') => (
    <Field
      name={[index, language]}
      label={t(`faults.${language}`)}
      lang={language}
      extra={language === 'en' && kind && !kind.key && kind.en ? <NewKeyNote faultKey={newKey ?? ''} /> : undefined}
    />
  );
  return (
    <li className={css.faultType} aria-label={name}>
      <kbd className={css.shortcutKey} title={t('faults.digit')}>
        {index + 1}
      </kbd>
      {nameField('en')}
      {nameField('vi')}
      <Form.Item name={[index, 'severity']} label={t('faults.severity')} className={css.severity}>
        <Select options={SEVERITIES.map((value) => ({ value, label: t(`status:severity.${value}`) }))} />
      </Form.Item>
      {editable && (
        <RowActions
          index={index}
          rowCount={rowCount}
          change={change}
          labels={{
            up: t('faults.up', { name }),
            down: t('faults.down', { name }),
            remove: t('faults.remove', { name }),
          }}
          minRows={1}
        />
      )}
    </li>
  );
}

function NewKeyNote({ faultKey }: { faultKey: string }) {
  const { t } = useTranslation('setting');
  return <span className="text-12">{t('faults.key', { key: faultKey })}</span>;
}
