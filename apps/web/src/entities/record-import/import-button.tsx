import { IMPORT_ACCESS, IMPORT_LOCKS, type ImportKindName } from '@darkroom/contract/record-import';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { CallButton } from '../../ui/call-button.tsx';
import { lazyOverlay } from '../../ui/lazy/lazy.tsx';
import type { ImportCells } from './read-rows.ts';

const ImportWizard = lazyOverlay(() => import('./import-wizard.tsx'));

interface ImportButtonProps {
  kind: ImportKindName;
  /** Cells for rows that do not have them: the customer of the page. */
  defaults?: ImportCells | undefined;
}

/** Button that adds and changes records from a file. Hidden without permission, disabled while the screen is locked. */
export function ImportButton({ kind, defaults = {} }: ImportButtonProps) {
  const { t } = useTranslation('common');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <CallButton call={{ access: IMPORT_ACCESS[kind], lock: IMPORT_LOCKS[kind] }} onClick={() => setIsOpen(true)}>
        {t('fromFile')}
      </CallButton>
      {isOpen && <ImportWizard kind={kind} defaults={defaults} onClose={() => setIsOpen(false)} />}
    </>
  );
}
