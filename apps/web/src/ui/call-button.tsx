import type { Endpoint } from '@darkroom/contract/endpoint';
import type { TaskMove } from '@darkroom/domain/lock/screens';
import { Button, type ButtonProps } from 'antd';
import { useStop } from '../lib/session/locks.ts';
import { useMay } from '../lib/session/session.ts';

type CallButtonProps = ButtonProps & {
  call: Pick<Endpoint, 'access' | 'lock' | 'namesCustomer'>;
  /** The tasks it would change, where they decide which lock stops it. */
  moves?: readonly TaskMove[];
};

/** A button that leads to a call: not there for who may not make it, disabled with the reason while a lock stops it. */
export function CallButton({ call, moves, disabled, title, ...rest }: CallButtonProps) {
  const may = useMay();
  const stopped = useStop()(call, moves);
  if (!may(call.access)) return null;
  return <Button {...rest} disabled={disabled || stopped !== null} title={stopped ?? title} />;
}
