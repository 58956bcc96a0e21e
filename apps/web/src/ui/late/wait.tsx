import i18next from 'i18next';
import { Suspense, useLayoutEffect, useReducer, type ReactNode } from 'react';
import { onArrival } from './late.ts';

/**
 * Something stands here until what comes later is here: React's `Suspense`, without its delay. What a promise alone brings back, React shows no
 * sooner than 300 ms after it showed what stands meanwhile, so that every dialog took as long the first time. Here whatever arrives, code or
 * words, is a change like any other, and shown at once.
 *
 * @param fallback what stands meanwhile: nothing, unless it says otherwise
 */
export function Wait({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }) {
  const [, again] = useReducer((times: number) => times + 1, 0);
  return <Suspense fallback={<Meanwhile onChange={again}>{fallback}</Meanwhile>}>{children}</Suspense>;
}

function Meanwhile({ onChange, children }: { onChange: () => void; children: ReactNode }) {
  useLayoutEffect(() => {
    const leave = onArrival(onChange);
    i18next.on('loaded', onChange);
    return () => {
      leave();
      i18next.off('loaded', onChange);
    };
  }, [onChange]);
  return children;
}
