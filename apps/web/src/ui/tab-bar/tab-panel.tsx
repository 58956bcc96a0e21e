import type { ReactNode } from 'react';
import { getPanelProps } from './tab-bar.tsx';
import css from './tab-bar.module.css';

interface TabPanelProps {
  /** The name of its bar. False if it has no bar. */
  of: string | false;
  active: string;
  children: ReactNode;
}

/** The open tab's content, if it is not one element. It has no box of its own, so that the page lays out its content. */
export const TabPanel = ({ of, active, children }: TabPanelProps) => (
  <div {...(of && getPanelProps(of, active))} className={css.panel}>
    {children}
  </div>
);
