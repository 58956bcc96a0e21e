import { DeleteOutlined } from '@ant-design/icons';
import { FIRST_TURNAROUNDS, isUsual, turnaroundKey } from '@darkroom/domain/due-date/turnaround';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { Button, Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import { Field } from '../../../ui/record-form/field.tsx';
import css from './hours.module.css';
import parts from '../metadata/metadata.module.css';
import { MetadataForm, type MetadataRow } from '../metadata/metadata-form.tsx';
import { valueOf } from '../metadata/metadata-values.ts';
import { useTurnaroundChoices, type TurnaroundDraft } from './turnaround-draft.ts';
import { TurnaroundTry } from './turnaround-try.tsx';

// The rule for all other work is first and cannot be removed.
const read = (value: unknown): TurnaroundDraft[] =>
  [...(valueOf('JOB_TASK', 'turnarounds', value) ?? FIRST_TURNAROUNDS)].sort(
    (a, b) => Number(isUsual(b)) - Number(isUsual(a)),
  );

/** Turnarounds (decision 123): the most specific rule applies. An example below shows a job's turnaround. */
export function TurnaroundsForm({ row, editable }: { row: MetadataRow; editable: boolean }) {
  const { t } = useTranslation(['setting', 'errors']);
  const { number } = useFormat();
  const choices = useTurnaroundChoices();
  const named = <V extends string | number>(of: readonly { value: V; label: string }[], value: V | null, any: string) =>
    value === null ? any : (of.find((one) => one.value === value)?.label ?? `#${value}`);
  const lines = (rows: TurnaroundDraft[]) =>
    rows.map(({ cus_id1, service_cat1_id, job_priority, hours }) =>
      [
        named(choices.customers, cus_id1, t('turnaround.anyCustomer')),
        named(choices.categories, service_cat1_id, t('turnaround.anyCategory')),
        named(choices.priorities, job_priority, t('turnaround.anyPriority')),
        t('turnaround.ofWork', { hours: number(Number(hours)) }),
      ].join(' · '),
    );
  return (
    <MetadataForm<TurnaroundDraft[]>
      data_type="JOB_TASK"
      row={row}
      title={t('turnaround.title')}
      hint={t('turnaround.hint')}
      read={read}
      lines={lines}
    >
      <Form.List name="value">
        {(fields, change, { errors }) => (
          <>
            <ul className={parts.kinds}>
              {fields.map(({ key, name }) => (
                <Rule
                  key={key}
                  place={name}
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
      <TurnaroundTry choices={choices} />
    </MetadataForm>
  );
}

interface RuleProps {
  place: number;
  choices: ReturnType<typeof useTurnaroundChoices>;
  onRemove?: () => void;
}

function Rule({ place, choices, onRemove }: RuleProps) {
  const { t } = useTranslation(['setting', 'errors', 'field']);
  const form = Form.useFormInstance();
  const rows = Form.useWatch<TurnaroundDraft[] | undefined>('value', { form, preserve: true }) ?? [];
  // The first rule is for work that no other rule covers.
  const usual = place === 0;
  const unique = () => {
    const all = form.getFieldValue('value') as TurnaroundDraft[];
    const own = all[place];
    const twice = own && all.some((one, at) => at !== place && turnaroundKey(one) === turnaroundKey(own));
    return twice ? Promise.reject(new Error(t('errors:field.duplicate'))) : Promise.resolve();
  };
  const choice = (
    field: 'cus_id1' | 'service_cat1_id' | 'job_priority',
    label: string,
    any: string,
    of: readonly { value: string | number; label: string }[],
  ) => (
    <Form.Item
      name={[place, field]}
      label={label}
      {...(field === 'job_priority' && !usual ? { rules: [{ validator: unique }] } : {})}
      // "Any" is null in the value and an option in the select.
      getValueProps={(value: unknown) => ({ value: value ?? ANY })}
      getValueFromEvent={(value: unknown) => (value === ANY ? null : value)}
    >
      <Select
        disabled={usual ? true : undefined}
        options={[{ value: ANY, label: any }, ...of]}
        showSearch={{ filterOption: (query, option) => foldedMatch(option?.label ?? '', query) }}
      />
    </Form.Item>
  );
  return (
    <li className={css.rule} aria-label={usual ? t('turnaround.usual') : t('turnaround.one', { n: place })}>
      {choice('cus_id1', t('field:cus_id1'), t('turnaround.anyCustomer'), choices.customers)}
      {choice('service_cat1_id', t('field:service_cat1_id'), t('turnaround.anyCategory'), choices.categories)}
      {choice('job_priority', t('field:job_priority'), t('turnaround.anyPriority'), choices.priorities)}
      <Field
        name={[place, 'hours']}
        label={t('turnaround.hours')}
        missing={t('errors:field.not_a_number')}
        inputClass={parts.amount}
      />
      {onRemove && !usual && rows.length > 1 ? (
        <Button
          type="text"
          className={parts.kindActions ?? ''}
          icon={<DeleteOutlined />}
          title={t('turnaround.remove', { n: place })}
          aria-label={t('turnaround.remove', { n: place })}
          onClick={onRemove}
        />
      ) : (
        <span />
      )}
    </li>
  );
}

const ANY = 'ANY';
