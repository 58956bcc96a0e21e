import { Button } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { getFocusedElement } from '../../lib/focus.ts';
import { getActiveKeys, useShortcuts } from '../../lib/keyboard.ts';
import { formatKey, type KeyId } from '../../lib/keys.ts';
import { createStore } from '../../lib/store.ts';
import { lazyOverlay } from '../lazy/lazy.tsx';

const KeySheet = lazyOverlay(() => import('./key-sheet.tsx').then((part) => ({ default: part.KeySheet })));

/** The keys on the open sheet and the previous focus, which Ant Design would not restore. */
const sheet = createStore<{ readonly keys: readonly KeyId[]; readonly from: HTMLElement | null } | null>(() => null);

const showKeySheet = () => sheet.set({ keys: getActiveKeys(), from: getFocusedElement() });

function closeKeySheet(): void {
  const place = sheet.get()?.from;
  sheet.set(null);
  // The focus moves after the sheet has closed, because an open sheet does not let it leave.
  requestAnimationFrame(() => place?.focus({ preventScroll: true }));
}

/** The button for the key sheet in the head of keyboard-driven pages. `?` opens it on every page. */
export function KeyHelp({ className }: { className?: string | undefined }) {
  const { t } = useTranslation('common');
  return (
    <Button type="text" title={formatKey('help')} className={className} onClick={showKeySheet}>
      {t('keyboard.sheet')}
    </Button>
  );
}

/** The key sheet, once in the frame of all pages. It lists the keys that work when it opens. */
export function KeySheetButton() {
  useShortcuts({ help: showKeySheet });
  const shown = sheet.use();
  useEffect(() => () => sheet.set(null), []);
  return shown && <KeySheet keys={shown.keys} onClose={closeKeySheet} />;
}
