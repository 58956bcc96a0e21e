import { lazy, Suspense } from 'react';

const Palette = lazy(() => import('./palette.tsx'));

/** The palette's code comes when it is first opened. */
export function PaletteDoor({ open, onClose }: { open: boolean; onClose: () => void }) {
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <Palette onClose={onClose} />
    </Suspense>
  );
}
