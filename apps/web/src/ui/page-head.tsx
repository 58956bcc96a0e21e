import type { ReactNode } from 'react';
import './page-head.css';

/** The one page head: title left, what is selected or filtered as quiet text, the main action right. */
export function PageHead({ title, note, actions }: { title: ReactNode; note?: ReactNode; actions?: ReactNode }) {
  return (
    <header className="page-head">
      <h1>{title}</h1>
      {note ? <span className="page-head-note">{note}</span> : null}
      {actions ? <div className="page-head-actions">{actions}</div> : null}
    </header>
  );
}
