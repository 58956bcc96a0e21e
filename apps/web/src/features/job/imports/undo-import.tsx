import { Button, Popconfirm } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import type { useImportUndo } from './use-import-undo.ts';

interface UndoImportButtonProps {
  undo: ReturnType<typeof useImportUndo>;
  import_id: string;
  jobs: number;
  /** File of the import, to distinguish several imports. */
  name?: string;
}

/** Undo of an import. The button asks for confirmation, because the undo deletes the jobs permanently. */
export function UndoImportButton({ undo, import_id, jobs, name }: UndoImportButtonProps) {
  const { t } = useTranslation('job');
  const { number } = useFormat();
  return (
    <Popconfirm
      title={t('imports.ask', { count: jobs, n: number(jobs) })}
      okText={t('imports.undo')}
      cancelText={t('imports.keep')}
      onConfirm={() => undo.mutate({ import_id })}
    >
      <Button loading={undo.isPending} {...(name === undefined ? {} : { 'aria-label': t('imports.undoOf', { name }) })}>
        {t('imports.undo')}
      </Button>
    </Popconfirm>
  );
}
