import { Alert } from 'antd';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { useToast } from '../../lib/toast.ts';
import styles from './news-box.module.css';

/** What of a drawer stands above what scrolls, in pixels. */
const HEADER = 48;

interface NewsBoxProps {
  title: string;
  /** What that means for saving. */
  hint: string;
  /** The way on. */
  action?: ReactNode;
  /** Another one with each thing that is told. */
  newest: string | number | undefined;
  /** How often one pressed on in spite of it: then it is brought into sight. */
  presses?: number;
  children?: ReactNode;
}

/** What others did meanwhile, above the form that is open over it. */
export function NewsBox({ title, hint, newest, presses = 0, action, children }: NewsBoxProps) {
  const toast = useToast();
  const place = useRef<HTMLDivElement>(null);
  // Whoever has scrolled on to other fields has it out of sight: to them it is said as well.
  const tell = useEffectEvent(() => {
    if ((place.current?.getBoundingClientRect().bottom ?? Infinity) < HEADER) toast.info(title);
  });
  useEffect(() => {
    tell();
  }, [newest, title]);
  useEffect(() => {
    if (presses === 0) return;
    place.current?.scrollIntoView({ block: 'nearest' });
    place.current?.focus({ preventScroll: true });
  }, [presses]);
  return (
    <div ref={place} className={styles.box} tabIndex={-1}>
      <Alert
        type="warning"
        role="status"
        title={title}
        description={
          <>
            {children}
            <p className={styles.hint}>{hint}</p>
            {action}
          </>
        }
      />
    </div>
  );
}
