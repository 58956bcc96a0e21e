import { customerEndpoints, type CustomerRow } from '@darkroom/contract/customer/customer';
import { requiredText } from '@darkroom/contract/fields';
import { CUSTOMER_DETAIL } from '@darkroom/contract/field-tables/customer';
import { Form, Select } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useCustomers } from '../../../lib/session/lookups.ts';
import { useAnnounceAdded } from '../../../ui/data-table/added.ts';
import { Field } from '../../../ui/record-form/field.tsx';
import { toCallInput } from '../../../ui/record-form/form-values.ts';
import { RecordDrawer } from '../../../ui/record-form/record-drawer.tsx';
import { useNewRecord } from '../../../ui/record-form/use-new-record.ts';
import { useSchemaError } from '../../../ui/record-form/use-schema-error.ts';
import styles from './customer-form.module.css';
import { CustomerDetailFields, EMPTY_DETAILS, FormSection, type CustomerDetailValues } from './detail-fields.tsx';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { useMemo, useState } from 'react';

/** An existing record by id, or the name of a new record. */
type NameOrNew = { id: number } | { name: string };

interface NameOrNewFieldProps {
  id?: string;
  items: readonly { id: number; name: string }[];
  value?: NameOrNew | null;
  onChange?: (value: NameOrNew | null) => void;
  placeholder: string;
  disabled?: boolean;
  autoFocus?: boolean;
}

const NEW_PREFIX = 'new:';
const keyOf = (value: NameOrNew) => ('id' in value ? value.id : NEW_PREFIX + value.name);

/** "Select or new": lists existing records and offers the typed text as a new name. */
function NameOrNewField({ items, value, onChange, placeholder, ...rest }: NameOrNewFieldProps) {
  const { t } = useTranslation('customer');
  const [typed, setTyped] = useState('');
  const searchText = typed.trim();
  const options = useMemo(() => {
    const matches = items
      .filter(({ name }) => foldedMatch(name, searchText))
      .map(({ id, name }) => ({ value: id as number | string, label: name, chosen: name }));
    const isThere = items.some(({ name }) => name.toLowerCase() === searchText.toLowerCase());
    const name = searchText || (value && 'name' in value ? value.name : '');
    if (!name || (searchText && isThere)) return matches;
    return [
      ...matches,
      { value: NEW_PREFIX + name, label: t('add.new', { name }), chosen: `${name} (${t('add.isNew')})` },
    ];
  }, [items, searchText, value, t]);
  return (
    <Select<number | string, (typeof options)[number]>
      {...rest}
      value={value ? keyOf(value) : null}
      options={options}
      optionLabelProp="chosen"
      showSearch={{ filterOption: false, onSearch: setTyped }}
      placeholder={placeholder}
      onChange={(key?: number | string | null) => {
        setTyped('');
        if (key === undefined || key === null) onChange?.(null);
        else onChange?.(typeof key === 'number' ? { id: key } : { name: key.slice(NEW_PREFIX.length) });
      }}
    />
  );
}

interface AddValues extends CustomerDetailValues {
  cus0: NameOrNew | null;
  cus1: NameOrNew | null;
  cus2_names: string[];
}

/** Adds a customer with all missing levels in one request. Each level is selected or new, beginning with customer 0 (spec §5). */
export function CustomerAddForm(props: {
  cus_id0: number | null;
  onClose: () => void;
  onDone: (row: CustomerRow) => void;
}) {
  const { t } = useTranslation(['customer', 'field']);
  const announceAdded = useAnnounceAdded();
  const findError = useSchemaError();
  const nameRule = {
    validator: (_rule: unknown, value: NameOrNew | null) => {
      const error = value && 'name' in value ? findError(requiredText(), value.name) : null;
      return error === null ? Promise.resolve() : Promise.reject(new Error(error));
    },
  };
  const customers = useCustomers();
  const findExisting = (zero: NameOrNew | null, one: NameOrNew | null) =>
    customers.cus1.find(({ id, cus_id0 }) => cus_id0 === idOf(zero) && id === idOf(one));
  const record = useNewRecord<typeof customerEndpoints.detailAdd, AddValues>({
    endpoint: customerEndpoints.detailAdd,
    initial: {
      ...EMPTY_DETAILS,
      cus0: props.cus_id0 === null ? null : { id: props.cus_id0 },
      cus1: null,
      cus2_names: [],
    },
    inputOf: ({ cus0: zero, cus1: one, cus2_names, ...details }) => ({
      ...level(zero, 'cus_id0', 'cus0_name'),
      ...level(one, 'cus_id1', 'cus1_name'),
      cus2_names,
      ...(findExisting(zero, one) ? {} : toCallInput<typeof customerEndpoints.detailAdd>({ details })),
    }),
    invalidates: ['customer'],
    toFormField: (field) => FORM_FIELDS[field.split('.')[0] ?? ''] ?? field,
    onDone: (row) => {
      const words = t('add.done', { name: row.cus1_name });
      const search = { cus_id0: [row.cus0.id], open: [row.cus_id1] };
      announceAdded({ list: 'customer', row: row.cus_id1, words, to: '/customer/details', search });
      props.onDone(row);
    },
  });
  const { form } = record;
  const cus0 = Form.useWatch('cus0', form) ?? null;
  const cus1 = Form.useWatch('cus1', form) ?? null;
  const cus1Options = idOf(cus0) === null ? [] : customers.cus1.filter(({ cus_id0 }) => cus_id0 === idOf(cus0));
  const existingCus2 = idOf(cus1) === null ? [] : customers.cus2.filter(({ cus_id1 }) => cus_id1 === idOf(cus1));
  const existingCustomer = findExisting(cus0, cus1);

  return (
    <RecordDrawer
      inAddress
      wide
      name="customer-add"
      record={record}
      fields={CUSTOMER_DETAIL}
      title={t('add.title')}
      saveLabel={t('add.save')}
      onClose={props.onClose}
      onValuesChange={(changed: Partial<AddValues>) => {
        if ('cus0' in changed) form.setFieldsValue({ cus1: null });
      }}
    >
      <FormSection title={t('field.customer')}>
        <Form.Item name="cus0" label={t('field:cus_id0')} rules={[{ required: true }, nameRule]}>
          <NameOrNewField items={customers.cus0} placeholder={t('add.choose')} autoFocus={props.cus_id0 === null} />
        </Form.Item>
        <Form.Item name="cus1" label={t('field:cus_id1')} rules={[{ required: true }, nameRule]}>
          <NameOrNewField
            items={cus1Options}
            disabled={cus0 === null}
            placeholder={cus0 === null ? t('add.customer0First') : t('add.choose')}
            autoFocus={props.cus_id0 !== null}
          />
        </Form.Item>
        <Field
          name="cus2_names"
          label={t('field:customer2_id')}
          required
          className={styles.wide}
          extra={
            existingCus2.length > 0 && t('add.existing', { names: existingCus2.map(({ name }) => name).join(', ') })
          }
        >
          <Select
            mode="tags"
            open={false}
            suffixIcon={null}
            disabled={cus1 === null}
            placeholder={
              cus0 === null ? t('add.customer0First') : cus1 === null ? t('add.customer1First') : t('add.names')
            }
            aria-label={t('field:customer2_id')}
          />
        </Field>
      </FormSection>
      {existingCustomer ? (
        <p className="muted">{t('add.recordKept', { name: existingCustomer.name })}</p>
      ) : (
        <CustomerDetailFields />
      )}
    </RecordDrawer>
  );
}

const idOf = (value: NameOrNew | null) => (value && 'id' in value ? value.id : null);

const level = <I extends string, N extends string>(value: NameOrNew | null, id: I, name: N) =>
  (value === null ? {} : 'id' in value ? { [id]: value.id } : { [name]: value.name }) as { [K in I]?: number } & {
    [K in N]?: string;
  };

/** Form field of each field of the endpoint. Id and new name of a level share one field. */
const FORM_FIELDS: Record<string, keyof AddValues> = {
  cus_id0: 'cus0',
  cus0_name: 'cus0',
  cus_id1: 'cus1',
  cus1_name: 'cus1',
};
