import { DeleteOutlined } from '@ant-design/icons';
import { DEFAULT_TURNAROUNDS, isDefaultTurnaround, turnaroundKey } from '@darkroom/domain/due-date/turnaround';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { Button, Form, Select } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { Field } from '../../../ui/record-form/field.tsx';
import css from './hours.module.css';
import parts from '../metadata/metadata.module.css';
import { MetadataForm, type MetadataRow } from '../metadata/metadata-form.tsx';
import { parseValue } from '../metadata/metadata-values.ts';
import { useTurnaroundChoices, type TurnaroundDraft } from './turnaround-draft.ts';
import { TurnaroundExample } from './turnaround-example.tsx';

// The rule for all other work is first and cannot be removed.
const readTurnarounds = (value: unknown): TurnaroundDraft[] =>
  [...(parseValue('JOB_TASK', 'turnarounds', value) ?? DEFAULT_TURNAROUNDS)].sort(
    (a, b) => Number(isDefaultTurnaround(b)) - Number(isDefaultTurnaround(a)),
  );

/** Turnarounds (decision 123): the most specific rule applies. An example below shows a job's turnaround. */
export function TurnaroundsForm({ row, editable }: { row: MetadataRow; editable: boolean }) {
  const { t } = useTranslation(['setting', 'errors']);
  const { number } = useFormat();
  const choices = useTurnaroundChoices();
  const getChoiceLabel = <V extends string | number>(
    options: readonly { value: V; label: string }[],
    value: V | null,
    anyLabel: string,
  ) => (value === null ? anyLabel : (options.find((option) => option.value === value)?.label ?? `#${value}`));
  const formatLines = (rows: TurnaroundDraft[]) =>
    rows.map(({ cus_id1, service_cat1_id, job_priority, hours }) =>
      [
        getChoiceLabel(choices.customers, cus_id1, t('turnaround.anyCustomer')),
        getChoiceLabel(choices.categories, service_cat1_id, t('turnaround.anyCategory')),
        getChoiceLabel(choices.priorities, job_priority, t('turnaround.anyPriority')),
        t('turnaround.ofWork', { hours: number(Number(hours)) }),
      ].join(' · '),
    );
  return (
    <MetadataForm<TurnaroundDraft[]>
      data_type="JOB_TASK"
      row={row}
      title={t('turnaround.title')}
      hint={t('turnaround.hint')}
      read={readTurnarounds}
      formatLines={formatLines}
    >
      <Form.List name="value">
        {(fields, change, { errors }) => (
          <>
            <ul className={parts.rowList}>
              {fields.map(({ key, name }) => (
                <RuleRow
                  key={key}
                  index={name}
                  choices={choices}
                  {...(editable && { onRemove: () => change.remove(name) })}
                />
              ))}
            </ul>
            <Form.ErrorList errors={errors} />
            {editable && (
              <div className="cluster mt-12">
                <Button
                  onClick={() => change.add({ cus_id1: null, service_cat1_id: null, job_priority: null, hours: null })}
                >
                  {t('turnaround.add')}
                </Button>
              </div>
            )}
          </>
        )}
      </Form.List>
      <TurnaroundExample choices={choices} />
    </MetadataForm>
  );
}

interface RuleRowProps {
  index: number;
  choices: ReturnType<typeof useTurnaroundChoices>;
  onRemove?: () => void;
}

function RuleRow({ index, choices, onRemove }: RuleRowProps) {
  const { t } = useTranslation(['setting', 'errors', 'field']);
  const form = Form.useFormInstance();
  const rows = Form.useWatch<TurnaroundDraft[] | undefined>('value', { form, preserve: true }) ?? [];
  // The first rule is for work that no other rule covers.
  const isDefault = index === 0;
  const validateUnique = () => {
    const all = form.getFieldValue('value') as TurnaroundDraft[];
    const rule = all[index];
    const isDuplicate =
      rule && all.some((item, otherIndex) => otherIndex !== index && turnaroundKey(item) === turnaroundKey(rule));
    return isDuplicate ? Promise.reject(new Error(t('errors:field.duplicate'))) : Promise.resolve();
  };
  const renderChoice = (
    field: 'cus_id1' | 'service_cat1_id' | 'job_priority',
    label: string,
    anyLabel: string,
    options: readonly { value: string | number; label: string }[],
  ) => (
    <Form.Item
      name={[index, field]}
      label={label}
      {...(field === 'job_priority' && !isDefault ? { rules: [{ validator: validateUnique }] } : {})}
      // "Any" is null in the value and an option in the select.
      getValueProps={(value: unknown) => ({ value: value ?? ANY_OPTION })}
      getValueFromEvent={(value: unknown) => (value === ANY_OPTION ? null : value)}
    >
      <Select
        disabled={isDefault ? true : undefined}
        options={[{ value: ANY_OPTION, label: anyLabel }, ...options]}
        showSearch={{ filterOption: (query, option) => foldedMatch(option?.label ?? '', query) }}
      />
    </Form.Item>
  );
  return (
    <li className={css.rule} aria-label={isDefault ? t('turnaround.default') : t('turnaround.one', { n: index })}>
      {renderChoice('cus_id1', t('field:cus_id1'), t('turnaround.anyCustomer'), choices.customers)}
      {renderChoice('service_cat1_id', t('field:service_cat1_id'), t('turnaround.anyCategory'), choices.categories)}
      {renderChoice('job_priority', t('field:job_priority'), t('turnaround.anyPriority'), choices.priorities)}
      <Field
        name={[index, 'hours']}
        label={t('turnaround.hours')}
        missing={t('errors:field.not_a_number')}
        inputClass={parts.amount}
      />
      {onRemove && !isDefault && rows.length > 1 ? (
        <Button
          type="text"
          className={parts.rowActions ?? ''}
          icon={<DeleteOutlined />}
          title={t('turnaround.remove', { n: index })}
          aria-label={t('turnaround.remove', { n: index })}
          onClick={onRemove}
        />
      ) : (
        <span />
      )}
    </li>
  );
}

const ANY_OPTION = 'ANY';
