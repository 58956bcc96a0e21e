import type { ReactNode } from 'react';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Brand } from '../../ui/page/brand.tsx';
import { LanguageChoice, ThemeChoice } from '../../ui/page/preferences.tsx';
import { ContactSheet } from './contact-sheet.tsx';
import css from './public-page.module.css';

/** Frame of the pages without a session. */
export function PublicPage({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  return (
    <div className={css.page}>
      <aside className={css.sheet} aria-hidden>
        <ContactSheet />
      </aside>
      <main className={css.main}>
        <div className={css.card}>
          <Brand />
          <h1>{title}</h1>
          {children}
        </div>
        <footer className={css.foot}>
          <LanguageChoice />
          <ThemeChoice />
        </footer>
      </main>
    </div>
  );
}

/** A message that replaces a form. It gets the focus, because the focused button is gone. */
export const ResultMessage = ({ children }: { children: ReactNode }) => (
  <p ref={focusElement} tabIndex={-1} className={css.result}>
    {children}
  </p>
);

const focusElement = (element: HTMLElement | null) => element?.focus();
