import { Suspense, useState, type ReactNode } from 'react';

/** Puts something on the page when it is wanted for the first time, and leaves it there so that it can close in peace. */
export function Once({ when, children }: { when: boolean; children: ReactNode }) {
  const [wanted, setWanted] = useState(when);
  if (when && !wanted) setWanted(true);
  return wanted ? <Suspense fallback={null}>{children}</Suspense> : null;
}
