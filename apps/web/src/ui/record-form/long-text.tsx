import { Input, type GetRef } from 'antd';
import type { ComponentProps, Ref } from 'react';

/** Characters a text of several lines may have (domain §8). */
const LONGEST = 2000;
/** How many are left when it begins to be counted. */
const NEAR = 200;

type Area = typeof Input.TextArea;

/** Text of several lines: what is pasted stays whole, and where it is too long one reads by how much. */
export function LongText({
  value = '',
  ...rest
}: Omit<ComponentProps<Area>, 'value'> & { value?: string; ref?: Ref<GetRef<Area>> }) {
  return <Input.TextArea {...rest} value={value} count={{ max: LONGEST, show: value.length > LONGEST - NEAR }} />;
}
