import { Input, type SelectProps } from 'antd';
import type { BaseOptionType } from 'antd/es/select';
import { lazy, Suspense, type ReactNode } from 'react';
import { afterRows } from '../after-rows.ts';

// A list of choices weighs as much as the table: the rows show without waiting for it (quality 15).
const Field = lazy(afterRows(() => import('./filter-bar-select-field.tsx'))) as <V, O extends BaseOptionType>(
  props: SelectProps<V, O>,
) => ReactNode;

/** A choice to filter by. */
export function FilterSelect<V, O extends BaseOptionType = BaseOptionType>(props: SelectProps<V, O>) {
  const { placeholder } = props;
  return (
    <Suspense fallback={<Input disabled placeholder={typeof placeholder === 'string' ? placeholder : undefined} />}>
      <Field {...props} />
    </Suspense>
  );
}
