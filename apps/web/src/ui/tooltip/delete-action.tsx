import type { Endpoint } from '@darkroom/contract/endpoint';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useCan } from '../../lib/session/session.ts';
import { CallButton } from '../call-button.tsx';
import { DELETE_ACTION, OTHER_ACTION } from '../row-actions.ts';
import { Button } from 'antd';
import { useId } from 'react';
import styles from './delete-action.module.css';
import { Hint } from '../feedback/hint.tsx';
import { useTooltip } from './use-tooltip.ts';

interface DeleteActionProps {
  call: Pick<Endpoint, 'access' | 'lock'>;
  /** Name of the action: "Delete …". */
  name: string;
  /** The reason why it cannot be deleted. Null if it can. */
  reason: string | null;
  onDelete: () => void;
}

/** Delete at the end of a row: hidden without permission, and with the reason while a rule forbids it. */
export function DeleteAction({ call, name, reason, onDelete }: DeleteActionProps) {
  const { t } = useTranslation('common');
  const can = useCan();
  if (reason !== null && can(call.access))
    return (
      <DisabledAction name={name} reason={reason}>
        {t('delete')}
      </DisabledAction>
    );
  return (
    <CallButton call={call} {...DELETE_ACTION} aria-label={name} onClick={onDelete}>
      {t('delete')}
    </CallButton>
  );
}

interface DisabledActionProps {
  /** Name of the action: "Delete …". */
  name: string;
  /** The reason why it is not possible now. */
  reason: string;
  children: string;
}

/**
 * An action at the end of a row that a rule forbids for now. Hover, focus and touch show the reason, so the button can be focused, unlike a
 * natively disabled button.
 */
export function DisabledAction({ name, reason, children }: DisabledActionProps) {
  const id = useId();
  const { at, triggerProps } = useTooltip();
  return (
    <>
      <Button
        {...OTHER_ACTION}
        {...triggerProps}
        className={styles.disabled}
        aria-disabled
        aria-label={name}
        aria-describedby={id}
      >
        {children}
      </Button>
      <span id={id} hidden>
        {reason}
      </span>
      {at && <Hint at={at}>{reason}</Hint>}
    </>
  );
}
