import { Button } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { focused } from '../../lib/focus.ts';
import { keysHere, useShortcuts } from '../../lib/keyboard.ts';
import { printed, type KeyId } from '../../lib/keys.ts';
import { createStore } from '../../lib/store.ts';
import { lazyOverlay } from '../lazy/lazy.tsx';

const KeySheet = lazyOverlay(() => import('./key-sheet.tsx').then((part) => ({ default: part.KeySheet })));

/** What the sheet shows while it is open, and where the focus was before: Ant Design gives it back only to what opens with it. */
const sheet = createStore<{ readonly keys: readonly KeyId[]; readonly from: HTMLElement | null } | null>(() => null);

const show = () => sheet.set({ keys: keysHere(), from: focused() });

function close(): void {
  const place = sheet.get()?.from;
  sheet.set(null);
  // Once the sheet has gone, for while it stands it holds the focus.
  requestAnimationFrame(() => place?.focus({ preventScroll: true }));
}

/** The way to the sheet of keys in the head of a page that lives by them; `?` leads there from every page. */
export function KeyHelp({ className }: { className?: string | undefined }) {
  const { t } = useTranslation('common');
  return (
    <Button type="text" title={printed('help')} className={className} onClick={show}>
      {t('keyboard.sheet')}
    </Button>
  );
}

/** The sheet of keys, once in the frame of all pages. It says what works at the moment it is opened. */
export function KeySheetButton() {
  useShortcuts({ help: show });
  const shown = sheet.use();
  useEffect(() => () => sheet.set(null), []);
  return shown && <KeySheet keys={shown.keys} onClose={close} />;
}
