import type { Endpoint } from '@darkroom/contract/endpoint';
import type { TaskMove } from '@darkroom/domain/lock/screens';
import { Button, type ButtonProps } from 'antd';
import { useLockReason } from '../lib/session/locks.ts';
import { useCan } from '../lib/session/session.ts';

type CallButtonProps = ButtonProps & {
  call: Pick<Endpoint, 'access' | 'lock' | 'namesCustomer'>;
  /** The tasks that it would change, if their state decides which lock applies. */
  moves?: readonly TaskMove[];
};

/** A button for an endpoint: hidden without permission, disabled with the reason while a lock applies. */
export function CallButton({ call, moves, disabled, title, ...rest }: CallButtonProps) {
  const can = useCan();
  const lockReason = useLockReason()(call, moves);
  if (!can(call.access)) return null;
  return <Button {...rest} disabled={disabled || lockReason !== null} title={lockReason ?? title} />;
}
