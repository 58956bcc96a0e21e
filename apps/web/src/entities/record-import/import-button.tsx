import { IMPORT_ACCESS, IMPORT_LOCKS, type ImportKindName } from '@darkroom/contract/record-import';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { CallButton } from '../../ui/call-button.tsx';
import { lazyOverlay } from '../../ui/lazy/lazy.tsx';

const ImportWizard = lazyOverlay(() => import('./import-wizard.tsx'));

/** Button that adds and changes records from a file. Hidden without permission, disabled while the screen is locked. */
export function ImportButton({ kind }: { kind: ImportKindName }) {
  const { t } = useTranslation('common');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <CallButton call={{ access: IMPORT_ACCESS[kind], lock: IMPORT_LOCKS[kind] }} onClick={() => setIsOpen(true)}>
        {t('fromFile')}
      </CallButton>
      {isOpen && <ImportWizard kind={kind} onClose={() => setIsOpen(false)} />}
    </>
  );
}
