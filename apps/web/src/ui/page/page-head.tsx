import type { ReactNode } from 'react';
import { usePageTitle } from '../../lib/use-page-title.ts';
import css from './page-head.module.css';

/** The only page head, which also names the browser's tab: title left, selection or filter as secondary text, main action right. */
export function PageHead({ title, note, actions }: { title: string; note?: ReactNode; actions?: ReactNode }) {
  usePageTitle(title);
  return (
    <header className={css.head}>
      <h1>{title}</h1>
      {note ? <span className="muted">{note}</span> : null}
      {actions ? <div className={css.actions}>{actions}</div> : null}
    </header>
  );
}
