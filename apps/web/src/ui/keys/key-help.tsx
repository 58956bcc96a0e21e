import { Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keysHere, useShortcuts } from '../../lib/keyboard.ts';
import { printed, type KeyId } from '../../lib/keys.ts';
import { lateOverlay } from '../late/late-part.tsx';
import { Wait } from '../late/wait.tsx';

const KeySheet = lateOverlay(() => import('./key-sheet.tsx').then((part) => ({ default: part.KeySheet })));

/** Once the sheet has gone, for while it stands it holds the focus. */
const giveBack = (place: Element | null) =>
  requestAnimationFrame(() => place instanceof HTMLElement && place.focus({ preventScroll: true }));

/** The way to the sheet of keys: a button in the page's head, and `?`. The sheet says what works at that moment. */
export function KeyHelp({ className }: { className?: string | undefined }) {
  const { t } = useTranslation('common');
  const [shown, setShown] = useState<readonly KeyId[] | null>(null);
  // Ant Design gives the focus back only to what opens with it; this sheet comes with its code, later than the key.
  const from = useRef<Element | null>(null);
  const show = () => {
    from.current = document.activeElement;
    setShown(keysHere());
  };
  useShortcuts({ help: show });
  return (
    <>
      <Button type="text" title={printed('help')} className={className} onClick={show}>
        {t('keyboard.sheet')}
      </Button>
      {shown && (
        <Wait>
          <KeySheet
            keys={shown}
            onClose={() => {
              setShown(null);
              giveBack(from.current);
            }}
          />
        </Wait>
      )}
    </>
  );
}
