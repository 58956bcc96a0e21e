import type { Endpoint } from '@darkroom/contract/endpoint';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../lib/session/session.ts';
import { CallButton } from '../call-button.tsx';
import { DELETE_ACTION, OTHER_ACTION } from '../row-actions.ts';
import { Button } from 'antd';
import { useId } from 'react';
import styles from './delete-action.module.css';
import { Hint } from '../feedback/hint.tsx';
import { useTold } from './use-tooltip.ts';

interface DeleteActionProps {
  call: Pick<Endpoint, 'access' | 'lock'>;
  /** What it is called: "Delete …". */
  name: string;
  /** Why this one cannot be deleted; null where nothing prevents it. */
  why: string | null;
  onDelete: () => void;
}

/** Delete at a row's end: not there for who may not, and saying why where a rule forbids it for now. */
export function DeleteAction({ call, name, why, onDelete }: DeleteActionProps) {
  const { t } = useTranslation('common');
  const may = useMay();
  if (why !== null && may(call.access))
    return (
      <DisabledAction name={name} why={why}>
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
  /** What it would be called. */
  name: string;
  /** Why it cannot be done now. */
  why: string;
  children: string;
}

/**
 * An act at a row's end that a rule forbids for now. There is no room to say why next to it: it is said when it is pointed at, has the focus,
 * or is touched. So it can have the focus, which nothing disabled has.
 */
export function DisabledAction({ name, why, children }: DisabledActionProps) {
  const id = useId();
  const { at, told } = useTold();
  return (
    <>
      <Button
        {...OTHER_ACTION}
        {...told}
        className={styles.barred}
        aria-disabled
        aria-label={name}
        aria-describedby={id}
      >
        {children}
      </Button>
      <span id={id} hidden>
        {why}
      </span>
      {at && <Hint at={at}>{why}</Hint>}
    </>
  );
}
