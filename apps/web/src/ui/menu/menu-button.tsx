import { Dropdown, type DropdownProps, type MenuProps } from 'antd';
import { useCallback, useRef, useState, type ReactNode, type RefObject, type SyntheticEvent } from 'react';
import { useBackCloses } from '../overlay/back-closes.ts';
import styles from './menu-button.module.css';

export interface TriggerProps {
  ref: RefObject<HTMLButtonElement | null>;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
}

interface MenuButtonProps {
  /** A function if the content must be calculated, which runs when the menu opens. */
  menu: MenuProps | (() => MenuProps);
  placement?: 'bottomLeft' | 'bottomRight';
  /** The button's ref, for callers that also focus it. */
  button?: RefObject<HTMLButtonElement | null>;
  children: (trigger: TriggerProps) => ReactNode;
}

const isWithin = ({ currentTarget, target }: SyntheticEvent) => currentTarget.contains(target as Node);

/** A button with a menu. The menu is created when it first opens, because a list has one in each row and most are never opened. */
export function MenuButton({ menu, placement = 'bottomLeft', button: givenButton, children }: MenuButtonProps) {
  const [open, setOpen] = useState<boolean | null>(null);
  const ownButton = useRef<HTMLButtonElement>(null);
  const button = givenButton ?? ownButton;
  // A press outside closes the menu. On its own button, the following click must not open it again.
  const closedByPress = useRef(false);
  const onOpen = useCallback(
    (next: boolean) => {
      setOpen(next);
      if (!next) button.current?.focus({ preventScroll: true });
    },
    [button],
  );
  return (
    <span
      className={styles.wrapper}
      onPointerDownCapture={(event) => {
        closedByPress.current = open === true && isWithin(event);
      }}
      // Only clicks on the button. Clicks on the menu also arrive here, because it is rendered in a portal.
      onClick={(event) => {
        if (isWithin(event) && !closedByPress.current) setOpen(!open);
        closedByPress.current = false;
      }}
    >
      {children({ ref: button, 'aria-haspopup': 'menu', 'aria-expanded': open === true })}
      {open !== null && (
        <OpenMenu open={open} menu={typeof menu === 'function' ? menu() : menu} placement={placement} onOpen={onOpen} />
      )}
    </span>
  );
}

interface OpenMenuProps {
  open: boolean;
  menu: MenuProps;
  placement: 'bottomLeft' | 'bottomRight';
  onOpen: (open: boolean) => void;
}

// Ant Design cuts a menu off if neither side has enough space. Shifting moves it into the window. The anchor provides the gap to the
// button, because the library miscalculates its own gap when it shifts.
const INTO_VIEW: DropdownProps['align'] = {
  offset: [0, 0],
  overflow: { adjustX: true, adjustY: true, shiftX: true, shiftY: true },
};

/** The menu under its button. It is never taller than the window, and its items scroll. */
function OpenMenu({ open, menu, placement, onOpen }: OpenMenuProps) {
  useBackCloses(() => onOpen(false), open);
  return (
    // Ant Design moves the focus into a menu some frames after it opens, even if it has closed since then. This element receives its
    // events, although the menu is rendered in a portal.
    <span onFocus={() => !open && onOpen(false)}>
      <Dropdown
        open={open}
        autoFocus
        trigger={['click']}
        menu={{ ...menu, className: styles.menu }}
        placement={placement}
        align={INTO_VIEW}
        onOpenChange={onOpen}
      >
        <span className={styles.anchor} />
      </Dropdown>
    </span>
  );
}
