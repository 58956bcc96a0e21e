import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router';

interface Entry {
  state: unknown;
  href: string;
}

/** Back, Forward and the URL of one tab, as the router uses them. */
export interface TabHistory {
  history: RouterHistory;
  back: () => void;
  address: () => string;
}

/**
 * Creates the history of one tab, which was on another page before, because the window of the tests cannot navigate. Like a browser, it has
 * moved before the page is notified.
 */
export function createTabHistory(): TabHistory {
  const events = new EventTarget();
  const entries: Entry[] = [
    { state: { __TSR_index: 0, __TSR_key: 'before', key: 'before' }, href: '/?page=before' },
    { state: { __TSR_index: 1, __TSR_key: 'here', key: 'here' }, href: '/' },
  ];
  let at = 1;
  const getCurrentEntry = () => entries[at]!;
  const go = (delta: number) =>
    void setTimeout(() => {
      at += delta;
      events.dispatchEvent(new Event('popstate'));
    });
  const tab = {
    document,
    history: {
      get state() {
        return getCurrentEntry().state;
      },
      get length() {
        return entries.length;
      },
      pushState: (state: unknown, _: string, href: string) => {
        entries.splice(at + 1, Infinity, { state, href });
        at += 1;
      },
      replaceState: (state: unknown, _: string, href = getCurrentEntry().href) => void (entries[at] = { state, href }),
      go,
      back: () => go(-1),
      forward: () => go(1),
    },
    get location() {
      return new URL(getCurrentEntry().href, 'http://localhost');
    },
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
  };
  return { history: createBrowserHistory({ window: tab }), back: () => go(-1), address: () => getCurrentEntry().href };
}
