import { recordImportEndpoints, type ImportKindName } from '@darkroom/contract/record-import';
import { useQuery } from '@tanstack/react-query';
import { Alert, Spin, Steps } from 'antd';
import { useState } from 'react';
import { query } from '../../lib/api/query.ts';
import { useLanguage } from '../../lib/i18n/format.ts';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { Drawer } from '../../ui/overlay/drawer.tsx';
import { LeaveGuard } from '../../ui/page/leave-guard.tsx';
import { ChooseRows, type ChosenRows } from './choose-rows.tsx';
import { DoneRows } from './done-rows.tsx';
import { FixRows } from './fix-rows.tsx';
import type { ImportDone } from './past-imports.tsx';
import type { ImportCells } from './read-rows.ts';
import styles from './record-import.module.css';

interface ImportWizardProps {
  kind: ImportKindName;
  /** Cells for rows that do not have them. */
  defaults: ImportCells;
  onClose: () => void;
}

/** Adds and changes records from a file in three steps: choose it, fix the rows, see the result (decision 172). */
export default function ImportWizard({ kind, defaults, onClose }: ImportWizardProps) {
  const { t } = useTranslation(['recordImport', 'bulk']);
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
    <Drawer
      open
      placement="bottom"
      width="page"
      // The drawer covers the whole page, so it needs no mask. With a grid inside, Esc belongs to the cells.
      mask={false}
      focusable={{ trap: true }}
      keyboard={chosen === null}
      title={t(`title.${kind}`)}
      closable={{ placement: 'end', 'aria-label': t('bulk:close') }}
      onClose={onClose}
      classNames={{ body: styles.screen! }}
      extra={
        <Steps
          className={styles.steps}
          size="small"
          current={done ? 2 : chosen ? 1 : 0}
          items={[{ title: t('step.choose') }, { title: t('step.fix') }, { title: t('step.done') }]}
        />
      }
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
    </Drawer>
  );
}
