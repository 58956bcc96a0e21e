import { Input, type SelectProps } from 'antd';
import type { BaseOptionType } from 'antd/es/select';
import { afterRows } from '../after-rows.ts';
import { latePart } from '../late/late-part.tsx';
import { Wait } from '../late/wait.tsx';

// A list of choices weighs as much as the table: the rows show without waiting for it (quality 15).
const Field = latePart(afterRows(() => import('./filter-bar-select-field.tsx')));

/** A choice to filter by. */
export function FilterSelect<V, O extends BaseOptionType = BaseOptionType>(props: SelectProps<V, O>) {
  const { placeholder } = props;
  return (
    <Wait fallback={<Input disabled placeholder={typeof placeholder === 'string' ? placeholder : undefined} />}>
      <Field {...props} />
    </Wait>
  );
}
