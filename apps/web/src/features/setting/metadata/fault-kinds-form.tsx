import { Button, Form, Select, type FormListFieldData, type FormListOperation } from 'antd';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../ui/record-form/field.tsx';
import css from './metadata.module.css';
import { MetadataForm, type MetadataRow } from './metadata-form.tsx';
import { valueOf, withKeys, type FaultKindDraft } from './metadata-values.ts';
import { RowActions } from './row-actions.tsx';

const MOST = 9;
const SEVERITIES = ['minor', 'major', 'critical'] as const;
const read = (value: unknown): FaultKindDraft[] => valueOf('JOB_TASK', 'fault_kinds', value) ?? [];

/** Fault types: names in both languages, severity, and order. The order sets their digit keys. */
export function FaultKindsForm({ row, editable }: { row: MetadataRow; editable: boolean }) {
  const { t } = useTranslation(['setting', 'status', 'common']);
  const lines = (kinds: FaultKindDraft[]) =>
    kinds.map((kind, i) =>
      [`${i + 1} ${kind.en ?? ''}`, kind.vi, kind.severity && t(`status:severity.${kind.severity}`)].join(' · '),
    );
  return (
    <MetadataForm<FaultKindDraft[]>
      data_type="JOB_TASK"
      row={row}
      title={t('faults.title')}
      hint={`${t('faults.hint')} ${t('faults.removed')}`}
      read={read}
      write={withKeys}
      lines={lines}
    >
      <Form.List name="value">
        {(fields, change, { errors }) => (
          <>
            <ol className={css.kinds}>
              {fields.map((field) => (
                <KindRow key={field.key} field={field} of={fields.length} change={change} editable={editable} />
              ))}
            </ol>
            <Form.ErrorList errors={errors} />
            {editable && (
              <div className="cluster mt-12">
                <Button disabled={fields.length >= MOST} onClick={() => change.add({ severity: 'major' })}>
                  {t('faults.add')}
                </Button>
                {fields.length >= MOST && <span className="muted">{t('faults.full')}</span>}
              </div>
            )}
          </>
        )}
      </Form.List>
    </MetadataForm>
  );
}

interface KindRowProps {
  field: FormListFieldData;
  of: number;
  change: FormListOperation;
  editable: boolean;
}

function KindRow({ field: { name: place }, of, change, editable }: KindRowProps) {
  const { t } = useTranslation(['setting', 'status', 'errors']);
  const form = Form.useFormInstance();
  const kinds = Form.useWatch<FaultKindDraft[] | undefined>('value', { form, preserve: true });
  const kind = kinds?.[place];
  const name = kind?.en || t('faults.new');
  // Shows the key that a new type will get.
  const key = kinds && withKeys(kinds)[place]?.key;
  const word = (language: 'en' | 'vi') => (
    <Field
      name={[place, language]}
      label={t(`faults.${language}`)}
      lang={language}
      extra={language === 'en' && kind && !kind.key && kind.en ? <KeyNote of={key ?? ''} /> : undefined}
    />
  );
  return (
    <li className={css.kind} aria-label={name}>
      <kbd className={css.digit} title={t('faults.digit')}>
        {place + 1}
      </kbd>
      {word('en')}
      {word('vi')}
      <Form.Item name={[place, 'severity']} label={t('faults.severity')} className={css.severity}>
        <Select options={SEVERITIES.map((value) => ({ value, label: t(`status:severity.${value}`) }))} />
      </Form.Item>
      {editable && (
        <RowActions
          place={place}
          of={of}
          change={change}
          words={{
            up: t('faults.up', { name }),
            down: t('faults.down', { name }),
            remove: t('faults.remove', { name }),
          }}
          least={1}
        />
      )}
    </li>
  );
}

function KeyNote({ of }: { of: string }) {
  const { t } = useTranslation('setting');
  return <span className="text-12">{t('faults.key', { key: of })}</span>;
}
