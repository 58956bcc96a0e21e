import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router';

interface Entry {
  state: unknown;
  href: string;
}

/** What Back, Forward and the address of one tab are, as the router asks a browser for them. */
export interface TabHistory {
  history: RouterHistory;
  /** Presses the browser's Back. */
  back: () => void;
  /** Where the address bar stands. */
  address: () => string;
}

/**
 * One tab's history: it was on another page before, which only its search tells apart. The window the tests run in goes
 * nowhere; this one does, and like a browser is there already when the page hears of it.
 */
export function tabHistory(): TabHistory {
  const events = new EventTarget();
  const entries: Entry[] = [
    { state: { __TSR_index: 0, __TSR_key: 'before', key: 'before' }, href: '/?page=before' },
    { state: { __TSR_index: 1, __TSR_key: 'here', key: 'here' }, href: '/' },
  ];
  let at = 1;
  const here = () => entries[at]!;
  const go = (delta: number) =>
    void setTimeout(() => {
      at += delta;
      events.dispatchEvent(new Event('popstate'));
    });
  const tab = {
    document,
    history: {
      get state() {
        return here().state;
      },
      get length() {
        return entries.length;
      },
      pushState: (state: unknown, _: string, href: string) => {
        entries.splice(at + 1, Infinity, { state, href });
        at += 1;
      },
      replaceState: (state: unknown, _: string, href = here().href) => void (entries[at] = { state, href }),
      go,
      back: () => go(-1),
      forward: () => go(1),
    },
    get location() {
      return new URL(here().href, 'http://localhost');
    },
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
  };
  return { history: createBrowserHistory({ window: tab }), back: () => go(-1), address: () => here().href };
}
