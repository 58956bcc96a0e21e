import type { ReactNode } from 'react';
import { panelOf } from './tab-bar.tsx';
import css from './tab-bar.module.css';

interface TabPanelProps {
  /** The name of its bar; false where there is none. */
  of: string | false;
  active: string;
  children: ReactNode;
}

/** What the open tab shows, where that is no element already. It has no box of its own: the page lays out what it holds. */
export const TabPanel = ({ of, active, children }: TabPanelProps) => (
  <div {...(of && panelOf(of, active))} className={css.panel}>
    {children}
  </div>
);
