import { Input, type GetRef } from 'antd';
import type { ComponentProps, Ref } from 'react';

/** The most characters of a text with several lines (domain §8). */
const MAX_LENGTH = 2000;
/** Number of remaining characters that shows the counter. */
const COUNTER_FROM = 200;

type Area = typeof Input.TextArea;

/** Text of several lines. Pasted text is not cut, and a counter shows the number of extra characters. */
export function LongText({
  value = '',
  ...rest
}: Omit<ComponentProps<Area>, 'value'> & { value?: string; ref?: Ref<GetRef<Area>> }) {
  return (
    <Input.TextArea
      {...rest}
      value={value}
      count={{ max: MAX_LENGTH, show: value.length > MAX_LENGTH - COUNTER_FROM }}
    />
  );
}
