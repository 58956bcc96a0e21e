import { customerEndpoints, customerRow, type CustomerRow } from '@darkroom/contract/customer/customer';
import type { InputOf } from '@darkroom/contract/endpoint';
import { CUSTOMER_DETAIL, CUSTOMER_COLUMNS } from '@darkroom/contract/field-tables/customer';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { query } from '../../../lib/api/query.ts';
import { useToast } from '../../../lib/toast.ts';
import { Field } from '../../../ui/record-form/field.tsx';
import { toCallInput } from '../../../ui/record-form/form-values.ts';
import { useRecordForm } from '../../../ui/record-form/use-record-form.ts';
import { EditDrawer } from '../../../entities/history/edit-drawer.tsx';
import { Cus2Fields, toCus2Input, toCus2Values, type Cus2Value } from './cus2-fields.tsx';
import { CustomerDetailFields, toDetailValues, FormSection, type CustomerDetailValues } from './detail-fields.tsx';
import { LoginFields, proposeEmail, type NewLogin } from './login-fields.tsx';

interface EditValues extends CustomerDetailValues {
  cus0_name: string;
  cus1_name: string;
  cus2: Cus2Value[];
  is_cus_0_user: boolean;
  new_cus_username: string;
  new_cus_email: string;
}

const FIELDS = { ...CUSTOMER_DETAIL, ...CUSTOMER_COLUMNS, new_cus_email: { kind: 'text', word: 'email' } } as const;

const valuesOf = (row: CustomerRow): EditValues => ({
  ...toDetailValues(row.details),
  cus0_name: row.cus0.name,
  cus1_name: row.cus1_name,
  cus2: toCus2Values(row),
  is_cus_0_user: false,
  new_cus_username: row.login?.username ?? '',
  new_cus_email: proposeEmail(row, row.login),
});

/** Creates the payload of spec §7: changed fields only, and the login's name and address if they changed. */
function inputOf(
  row: CustomerRow,
  changed: Partial<EditValues>,
  all: EditValues,
): InputOf<typeof customerEndpoints.detailUpdate> {
  const { cus2, new_cus_username: _name, new_cus_email: _email, is_cus_0_user: _whose, ...details } = changed;
  const login = all.is_cus_0_user ? row.cus0.login : row.login;
  const username = all.new_cus_username.trim();
  const email = all.new_cus_email.trim();
  const isRenamed = username !== '' && username !== login?.username;
  const isReaddressed = login ? email !== (login.email ?? '') : isRenamed && email !== '';
  return {
    cus_detail_id: row.cus_detail_id,
    cus_id1: row.cus_id1,
    cus_id0: row.cus0.id,
    version: row.version,
    cus0_version: row.cus0.version,
    ...toCallInput<typeof customerEndpoints.detailUpdate>({
      details: { ...details, ...(cus2 ? { cus2: toCus2Input(cus2) } : {}) },
    }),
    ...(isRenamed && { new_cus_username: username }),
    ...(isReaddressed && { new_cus_email: email || null }),
    ...((isRenamed || isReaddressed) && { is_cus_0_user: all.is_cus_0_user }),
  };
}

/** Changes all sections of a customer with one save: company, address, contract, portal login and customers 2. */
export function CustomerEditForm(props: {
  row: CustomerRow;
  onClose: () => void;
  onPassword: (password: NewLogin) => void;
}) {
  const { row, onClose, onPassword } = props;
  const { t } = useTranslation('customer');
  const toast = useToast();
  // Login switch and reset save outside the form, so this section always shows the newest data.
  const freshRow = useQuery(query(customerEndpoints.detailList, { cus_id1: row.cus_id1 })).data?.results[0] ?? row;
  const record = useRecordForm<typeof customerEndpoints.detailUpdate, CustomerRow, EditValues>({
    endpoint: customerEndpoints.detailUpdate,
    record: row,
    currentSchema: customerRow,
    valuesOf,
    inputOf,
    extraFields: ['is_cus_0_user'],
    invalidates: ['customer'],
    failed: t('update.failed'),
    onDone: ({ customer, login }) => {
      toast.success(t('update.done', { name: customer.cus1_name }));
      if (login) onPassword({ ...login, country: customer.details.country });
      onClose();
    },
  });
  const namesOf = (cus2: Cus2Value[]) =>
    cus2
      .filter(({ remove }) => !remove)
      .map((item) => item.name)
      .join(', ');

  return (
    <EditDrawer
      inAddress
      wide
      name="customer-edit"
      record={{ ...record, submit: (values) => record.submit({ ...values, cus2: values.cus2.map(orderKeys) }) }}
      fields={FIELDS}
      show={{ cus2: namesOf }}
      title={t('editNamed', { name: row.cus1_name })}
      onClose={onClose}
      historyRecord={{ entity: 'cus1', id: row.cus_id1, name: row.cus1_name }}
    >
      <CustomerDetailFields
        companyHead={
          <>
            <Field name="cus0_name" />
            <Field name="cus1_name" />
          </>
        }
      />
      <FormSection title={t('section.login')}>
        <LoginFields row={freshRow} onPassword={onPassword} />
      </FormSection>
      <FormSection title={t('section.cus2')}>
        <Cus2Fields row={row} />
      </FormSection>
    </EditDrawer>
  );
}

// Values are compared as JSON, so their keys need the same order.
const orderKeys = ({ cus_id2, was, name, remove }: Cus2Value): Cus2Value => ({ cus_id2, was, name, remove });
