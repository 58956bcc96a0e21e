import { createElement, useEffect, useReducer, type ComponentType, type FunctionComponent } from 'react';

/** What stands where the code could not be fetched. */
export interface NotLoadedProps {
  onRetry: () => void;
}

/** A screen's page, whose code is fetched when it is first shown, or before. */
export type Late = FunctionComponent & { preload: () => Promise<void> };

/**
 * React's `lazy`, and the router's, keep a failure for good: a screen that was first opened without a network stays broken until
 * the app is loaded anew. Here a failure lasts as long as it is shown, and can be tried again.
 */
export function late(load: () => Promise<{ default: ComponentType }>, NotLoaded: ComponentType<NotLoadedProps>): Late {
  let part: ComponentType | null = null;
  let loading: Promise<void> | null = null;
  let attempt: Promise<void> | null = null;
  let failed = false;
  const preload = () =>
    (loading ??= load().then(
      (module) => {
        part = module.default;
      },
      () => {
        loading = null;
      },
    ));
  const forShow = () =>
    (attempt ??= preload().then(() => {
      failed = part === null;
    }));
  const forget = () => {
    failed = false;
    attempt = null;
  };
  function Shown() {
    const [tries, again] = useReducer((times: number) => times + 1, 0);
    if (part) return createElement(part);
    if (!failed) throw forShow();
    return createElement(Failure, { key: tries, again });
  }
  function Failure({ again }: { again: () => void }) {
    // Shown another time, it is tried another time.
    useEffect(() => {
      const mine = attempt;
      return () => {
        if (attempt === mine) forget();
      };
    }, []);
    return createElement(NotLoaded, {
      onRetry: () => {
        forget();
        again();
      },
    });
  }
  return Object.assign(Shown, { preload });
}
