import { useState, type ReactNode } from 'react';
import { Opened } from './late.ts';
import { Wait } from './wait.tsx';

/** Mounts something when it is first opened and keeps it mounted, so that its closing motion can finish. */
export function Once({ when, children }: { when: boolean; children: ReactNode }) {
  const [wanted, setWanted] = useState(when);
  if (when && !wanted) setWanted(true);
  return wanted ? (
    <Opened value={when}>
      <Wait>{children}</Wait>
    </Opened>
  ) : null;
}
