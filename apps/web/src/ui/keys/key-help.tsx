import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keysHere, useShortcuts } from '../../lib/keyboard.ts';
import { printed, type KeyId } from '../../lib/keys.ts';

const KeySheet = lazy(() => import('./key-sheet.tsx').then((part) => ({ default: part.KeySheet })));

/** The way to the sheet of keys: a button in the page's head, and `?`. The sheet says what works at that moment. */
export function KeyHelp({ className }: { className?: string | undefined }) {
  const { t } = useTranslation('common');
  const [shown, setShown] = useState<readonly KeyId[] | null>(null);
  const show = () => setShown(keysHere());
  useShortcuts({ help: show });
  return (
    <>
      <Button type="text" title={printed('help')} className={className} onClick={show}>
        {t('keyboard.sheet')}
      </Button>
      {shown && (
        <Suspense fallback={null}>
          <KeySheet keys={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </>
  );
}
