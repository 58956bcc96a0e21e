import { customerEndpoints, type CustomerRow } from '@darkroom/contract/customer/customer';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/api/query.ts';
import { useOpenedRecord } from '../../../ui/record-form/use-opened-record.ts';
import { CustomerAddForm } from './customer-add-form.tsx';
import { CustomerEditForm } from './customer-edit-form.tsx';
import type { OpenCustomerForm } from '../customer-search.ts';
import type { NewLogin } from './login-fields.tsx';

interface CustomerFormsProps {
  open: OpenCustomerForm;
  onClose: () => void;
  onAdded: (row: CustomerRow) => void;
  onPassword: (password: NewLogin) => void;
}

export default function CustomerForms({ open, onClose, onAdded, onPassword }: CustomerFormsProps) {
  if (open.kind === 'new') return <CustomerAddForm cus_id0={open.cus_id0} onClose={onClose} onDone={onAdded} />;
  return <LoadedEditForm cus_id1={open.cus_id1} onClose={onClose} onPassword={onPassword} />;
}

// Loaded separately, because the record can be outside this page of the list.
function LoadedEditForm(props: Pick<CustomerFormsProps, 'onClose' | 'onPassword'> & { cus_id1: number }) {
  const { cus_id1, ...rest } = props;
  const { data, isFetching } = useQuery(query(customerEndpoints.detailList, { cus_id1 }));
  // A cached record can be outdated, so the form waits for a fresh one.
  const row = useOpenedRecord(isFetching ? undefined : data?.results[0], cus_id1);
  return row && <CustomerEditForm row={row} {...rest} />;
}
