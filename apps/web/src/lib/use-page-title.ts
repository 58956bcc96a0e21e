import { useEffect } from 'react';

let page = '';
let unseen = 0;

const write = () => {
  document.title = `${unseen > 0 ? `(${unseen}) ` : ''}${page} · Darkroom`;
};

/** What the browser's tab and history call this page. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    page = title;
    write();
  }, [title]);
}

/** How much waits to be looked at, before the title: a tab in the background says so too. */
export function useUnseenInTitle(count: number): void {
  useEffect(() => {
    unseen = count;
    if (page !== '') write();
    return () => {
      unseen = 0;
      if (page !== '') write();
    };
  }, [count]);
}
