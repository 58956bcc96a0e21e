import { Dropdown, type MenuProps } from 'antd';
import styles from './menu-button.module.css';

interface OpenMenuProps {
  open: boolean;
  menu: MenuProps;
  placement: 'bottomLeft' | 'bottomRight';
  onOpen: (open: boolean) => void;
}

/** The menu itself, under where its button stands. */
export default function OpenMenu({ open, menu, placement, onOpen }: OpenMenuProps) {
  return (
    <Dropdown open={open} autoFocus trigger={['click']} menu={menu} placement={placement} onOpenChange={onOpen}>
      <span className={styles.anchor} />
    </Dropdown>
  );
}
