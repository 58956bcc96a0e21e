import { IMPORT_ACCESS, type ImportKindName } from '@darkroom/contract/record-import';
import type { LockScreen } from '@darkroom/domain/lock/screens';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { CallButton } from '../../ui/call-button.tsx';
import { lazyOverlay } from '../../ui/lazy/lazy.tsx';

const ImportWizard = lazyOverlay(() => import('./import-wizard.tsx'));

/** Button that adds and changes records from a file. Hidden without permission, disabled while the screen is locked. */
export function ImportButton({ kind, lock }: { kind: ImportKindName; lock: LockScreen }) {
  const { t } = useTranslation('common');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <CallButton call={{ access: IMPORT_ACCESS[kind], lock }} onClick={() => setIsOpen(true)}>
        {t('fromFile')}
      </CallButton>
      {isOpen && <ImportWizard kind={kind} onClose={() => setIsOpen(false)} />}
    </>
  );
}
