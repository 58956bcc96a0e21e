import type { ComponentProps } from 'react';
import type { TriggerProps } from './menu/menu-button.tsx';
import styles from './row-button.module.css';

interface RowButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'className'> {
  /** True during a request. A press then does nothing, and the focus stays. */
  isBusy?: boolean | undefined;
}

/** A small button in a row of a list. Ant Design's button takes as long to draw as the rest of the row. */
export const RowButton = ({ isBusy, onClick, ...props }: RowButtonProps) => (
  <button
    {...props}
    type="button"
    className={styles.button}
    aria-busy={isBusy || undefined}
    onClick={isBusy ? undefined : onClick}
  />
);

interface DotsButtonProps {
  trigger: TriggerProps;
  /** The tooltip. */
  title: string;
  /** The name for screen readers, with the row's name. */
  label: string;
  disabled?: boolean | undefined;
}

/** The three dots that open the menu of a row's other actions. */
export const DotsButton = ({ trigger, title, label, disabled }: DotsButtonProps) => (
  <button {...trigger} type="button" className={styles.dots} title={title} aria-label={label} disabled={disabled}>
    <svg viewBox="0 0 16 16" width="13" height="13" fill="currentColor" aria-hidden="true">
      <circle cx="8" cy="2.5" r="1.3" />
      <circle cx="8" cy="8" r="1.3" />
      <circle cx="8" cy="13.5" r="1.3" />
    </svg>
  </button>
);
