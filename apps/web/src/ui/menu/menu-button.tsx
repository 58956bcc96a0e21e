import { Dropdown, type DropdownProps, type MenuProps } from 'antd';
import { useCallback, useRef, useState, type ReactNode, type RefObject, type SyntheticEvent } from 'react';
import { useBackCloses } from '../overlay/back-closes.ts';
import styles from './menu-button.module.css';

/** The props of a menu's button. */
export interface Opens {
  ref: RefObject<HTMLButtonElement | null>;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
}

interface MenuButtonProps {
  /** As a function where what stands in it has to be found out: it is asked when the menu is opened. */
  menu: MenuProps | (() => MenuProps);
  placement?: 'bottomLeft' | 'bottomRight';
  /** The button's ref, where the focus also comes from elsewhere. */
  button?: RefObject<HTMLButtonElement | null>;
  /** The button. */
  children: (opens: Opens) => ReactNode;
}

const isWithin = ({ currentTarget, target }: SyntheticEvent) => currentTarget.contains(target as Node);

/**
 * A button that opens a menu. The menu is made when it is opened first: a list has one in each of its rows, most of which
 * nobody ever opens.
 */
export function MenuButton({ menu, placement = 'bottomLeft', button: given, children }: MenuButtonProps) {
  const [open, setOpen] = useState<boolean | null>(null);
  const own = useRef<HTMLButtonElement>(null);
  const button = given ?? own;
  // A press beside the menu closes it; on its own button the click that follows must not open it again.
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
      className={styles.place}
      onPointerDownCapture={(event) => {
        closedByPress.current = open === true && isWithin(event);
      }}
      // Of the button: a press of the menu comes by here, too, for it is drawn elsewhere.
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

// Ant Design turns a menu to the other side of its button where that has more room, and leaves it cut off where neither side has enough. It is
// moved into the window then. The gap to the button is the anchor's: the library counts its own gap wrongly when it moves a menu.
const INTO_VIEW: DropdownProps['align'] = {
  offset: [0, 0],
  overflow: { adjustX: true, adjustY: true, shiftX: true, shiftY: true },
};

/** The menu itself, under where its button stands; never taller than the window, whose items scroll then. */
function OpenMenu({ open, menu, placement, onOpen }: OpenMenuProps) {
  useBackCloses(() => onOpen(false), open);
  return (
    // Ant Design moves the focus into a menu some frames after it opens, also into one that was closed since then: it would be left in what is
    // taken away. Its events come by here, though it is drawn elsewhere.
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
