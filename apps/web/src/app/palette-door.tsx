import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HeldInput, makeHeld, type Held } from '../ui/held-input.tsx';
import css from './palette.module.css';

const Palette = lazy(() => import('./palette.tsx'));

interface PaletteDoorProps {
  open: boolean;
  onClose: () => void;
}

/** The palette's code comes when it is first opened; its field is there at once. */
export function PaletteDoor({ open, onClose }: PaletteDoorProps) {
  const [held] = useState(makeHeld);
  if (!open) return null;
  return (
    <Suspense fallback={<Field held={held} onClose={onClose} />}>
      <Palette held={held} onClose={onClose} />
    </Suspense>
  );
}

function Field({ held, onClose }: { held: Held; onClose: () => void }) {
  const { t } = useTranslation('menu');
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={css.palette} aria-label={t('palette.title')} aria-busy onCancel={onClose}>
      <div className={css.body}>
        <HeldInput held={held} aria-label={t('palette.hint')} placeholder={t('palette.hint')} spellCheck={false} />
      </div>
    </dialog>
  );
}
