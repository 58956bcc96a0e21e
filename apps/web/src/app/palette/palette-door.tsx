import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScreenAction } from '../../lib/screen-actions.ts';
import { HeldInput, makeHeld, type Held } from '../../ui/input/held-input.tsx';
import { lateOverlay } from '../../ui/late/late-part.tsx';
import { useBackCloses } from '../../ui/overlay/back-closes.ts';
import css from './palette.module.css';
import { Wait } from '../../ui/late/wait.tsx';

const Palette = lateOverlay(() => import('./palette.tsx'));

interface PaletteDoorProps {
  /** What can be done with what is open; null while the palette is closed. */
  offered: readonly ScreenAction[] | null;
  onClose: () => void;
}

/** The palette's code comes when it is first opened; its field is there at once. */
export function PaletteDoor({ offered, onClose }: PaletteDoorProps) {
  const [held] = useState(makeHeld);
  useBackCloses(onClose, offered !== null);
  if (!offered) return null;
  return (
    <GivesFocusBack>
      <Wait fallback={<Field held={held} onClose={onClose} />}>
        <Palette held={held} offered={offered} onClose={onClose} />
      </Wait>
    </GivesFocusBack>
  );
}

/**
 * Gives the focus back to where it was before the first of the two dialogs opened: the second one finds it nowhere, for the first goes from the
 * page as it comes. What has taken the focus meanwhile, as a screen that was chosen does, keeps it.
 */
function GivesFocusBack({ children }: { children: ReactNode }) {
  const [from] = useState(() => document.activeElement);
  // Not a layout effect: until the dialog is out of the page, nothing behind it can have the focus.
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return;
      if (from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true });
    },
    [from],
  );
  return children;
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
