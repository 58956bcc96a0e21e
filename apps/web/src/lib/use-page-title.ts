import { useEffect } from 'react';
import { createStore } from './store.ts';

/** The two parts of the browser tab's title. */
const title = createStore(() => ({ page: '', unseen: 0 }));
title.subscribe(() => {
  const { page, unseen } = title.get();
  if (page !== '') document.title = `${unseen > 0 ? `(${unseen}) ` : ''}${page} · Darkroom`;
});

/** Sets the page's name in the browser's tab and history. */
export function usePageTitle(page: string): void {
  useEffect(() => title.set({ ...title.get(), page }), [page]);
}

/** Shows the number of unseen notifications before the page's name, also for a tab in the background. */
export function useUnseenInTitle(unseen: number): void {
  useEffect(() => {
    title.set({ ...title.get(), unseen });
    return () => title.set({ ...title.get(), unseen: 0 });
  }, [unseen]);
}
