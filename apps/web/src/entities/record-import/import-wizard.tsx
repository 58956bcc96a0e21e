import { recordImportEndpoints, type ImportKindName } from '@darkroom/contract/record-import';
import { useQuery } from '@tanstack/react-query';
import { Alert, Spin } from 'antd';
import { useState } from 'react';
import { query } from '../../lib/api/query.ts';
import { useLanguage } from '../../lib/i18n/format.ts';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { LeaveGuard } from '../../ui/page/leave-guard.tsx';
import { SheetImportDrawer } from '../../ui/sheet-import/sheet-import-drawer.tsx';
import { ChooseRows, type ChosenRows } from './choose-rows.tsx';
import { DoneRows } from './done-rows.tsx';
import { FixRows } from './fix-rows.tsx';
import type { ImportDone } from './past-imports.tsx';
import type { ImportCells } from './read-rows.ts';

interface ImportWizardProps {
  kind: ImportKindName;
  /** Cells for rows that do not have them. */
  defaults: ImportCells;
  onClose: () => void;
}

/** Adds and changes records from a file in three steps: choose it, fix the rows, see the result (decision 172). */
export default function ImportWizard({ kind, defaults, onClose }: ImportWizardProps) {
  const { t } = useTranslation('recordImport');
  const language = useLanguage();
  const columns = useQuery(query(recordImportEndpoints.columns, { kind, language }));
  const [chosen, setChosen] = useState<ChosenRows | null>(null);
  const [done, setDone] = useState<ImportDone | null>(null);
  const results = columns.data?.results;
  const choose = (sheet: ChosenRows) =>
    setChosen({
      ...sheet,
      fields: [...Object.keys(defaults), ...sheet.fields],
      rows: sheet.rows.map(({ row, cells }) => ({ row, cells: { ...defaults, ...cells } })),
    });
  const hasUnsaved = done
    ? done.passwords.some(({ one_time_password }) => one_time_password !== null)
    : chosen !== null;
  return (
    <SheetImportDrawer
      title={t(`title.${kind}`)}
      steps={[t('step.choose'), t('step.fix'), t('step.done')]}
      current={done ? 2 : chosen ? 1 : 0}
      onClose={onClose}
    >
      <LeaveGuard active={hasUnsaved} />
      {columns.isError ? (
        <Alert type="error" showIcon title={t('columnsFailed')} />
      ) : !results ? (
        <Spin />
      ) : done ? (
        <DoneRows
          kind={kind}
          done={done}
          onMore={() => {
            setDone(null);
            setChosen(null);
          }}
        />
      ) : chosen ? (
        <FixRows kind={kind} columns={results} chosen={chosen} onStartOver={() => setChosen(null)} onDone={setDone} />
      ) : (
        <ChooseRows kind={kind} columns={results} onChoose={choose} />
      )}
    </SheetImportDrawer>
  );
}
