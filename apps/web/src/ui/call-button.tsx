import type { Endpoint } from '@darkroom/contract';
import { Button, type ButtonProps } from 'antd';
import { useStop } from '../lib/locks.ts';
import { useMay } from '../lib/session.ts';

type CallButtonProps = ButtonProps & { call: Pick<Endpoint, 'access' | 'lock'> };

/** A button that leads to a call: not there for who may not make it, disabled with the reason while a lock stops it. */
export function CallButton({ call, disabled, title, ...rest }: CallButtonProps) {
  const may = useMay();
  const stopped = useStop()(call);
  if (!may(call.access)) return null;
  return <Button {...rest} disabled={disabled || stopped !== null} title={stopped ?? title} />;
}
