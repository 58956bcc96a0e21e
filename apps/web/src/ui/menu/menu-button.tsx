import type { MenuProps } from 'antd';
import { useCallback, useEffect, useEffectEvent, useRef, useState, type ReactNode, type SyntheticEvent } from 'react';
import { lateOverlay } from '../late/late-part.tsx';
import styles from './menu-button.module.css';
import { Wait } from '../late/wait.tsx';

/** What the button of a menu is given. */
export interface Opens {
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
}

interface MenuButtonProps {
  /** As a function where what stands in it has to be found out: it is asked when the menu is opened. */
  menu: MenuProps | (() => MenuProps);
  placement?: 'bottomLeft' | 'bottomRight';
  /** The button. */
  children: (opens: Opens) => ReactNode;
}

const isWithin = ({ currentTarget, target }: SyntheticEvent) => currentTarget.contains(target as Node);

const OpenMenu = lateOverlay(
  () => import('./open-menu.tsx'),
  ({ onOpen }) => onOpen(false),
);

/**
 * A button that opens a menu. The menu is made, and its code fetched, when it is opened first: a list has one in each of its rows, most of which
 * nobody ever opens.
 */
export function MenuButton({ menu, placement = 'bottomLeft', children }: MenuButtonProps) {
  const [open, setOpen] = useState<boolean | null>(null);
  const place = useRef<HTMLSpanElement>(null);
  // A press beside the menu closes it; on its own button the click that follows must not open it again.
  const closedByPress = useRef(false);
  const onOpen = useCallback((next: boolean) => {
    setOpen(next);
    if (!next) place.current?.querySelector('button')?.focus({ preventScroll: true });
  }, []);
  return (
    <span
      ref={place}
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
      {children({ 'aria-haspopup': 'menu', 'aria-expanded': open === true })}
      {open !== null && (
        <Wait fallback={open ? <OnItsWay onLeave={() => setOpen(false)} /> : null}>
          <OpenMenu
            open={open}
            menu={typeof menu === 'function' ? menu() : menu}
            placement={placement}
            onOpen={onOpen}
          />
        </Wait>
      )}
    </span>
  );
}

/** Until the menu is there, which hears by itself what is pressed beside it, one can leave it all the same. */
function OnItsWay({ onLeave }: { onLeave: () => void }) {
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, []);
  return null;
}
