import { Dropdown, type DropdownProps, type MenuProps } from 'antd';
import { useBackCloses } from '../overlay/back-closes.ts';
import styles from './menu-button.module.css';

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
export default function OpenMenu({ open, menu, placement, onOpen }: OpenMenuProps) {
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
