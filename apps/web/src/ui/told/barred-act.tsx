import { Button } from 'antd';
import { useId } from 'react';
import { OTHER_ACT } from '../row-acts.ts';
import styles from './barred-act.module.css';
import { Hint } from '../feedback/hint.tsx';
import { useTold } from './use-told.ts';

interface BarredActProps {
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
export function BarredAct({ name, why, children }: BarredActProps) {
  const id = useId();
  const { at, told } = useTold();
  return (
    <>
      <Button {...OTHER_ACT} {...told} className={styles.barred} aria-disabled aria-label={name} aria-describedby={id}>
        {children}
      </Button>
      <span id={id} hidden>
        {why}
      </span>
      {at && <Hint at={at}>{why}</Hint>}
    </>
  );
}
