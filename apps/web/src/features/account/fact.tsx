import type { ReactNode } from 'react';

/** A name and its value in a list of facts. */
export function FactItem({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
