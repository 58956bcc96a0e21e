import { Button } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { UndoImportButton } from '../imports/undo-import.tsx';
import type { useImportUndo } from '../imports/use-import-undo.ts';
import styles from './bulk-add.module.css';
import { LeftOutFile } from './sheet/left-out-file.tsx';
import type { ImportResult } from './use-submission.ts';

interface DoneStepProps {
  importResult: ImportResult;
  undo: ReturnType<typeof useImportUndo>;
  onShowJobs: (import_id: string) => void;
  onStartAnother: () => void;
}

/** Step 3: added jobs by day with a link, rows that were not added, and undo. */
export function DoneStep({ importResult, undo, onShowJobs, onStartAnother }: DoneStepProps) {
  const { t } = useTranslation(['bulk', 'job']);
  const format = useFormat();
  const { outcome, quantity, draft, totals, skipped, undone = false } = importResult;
  const { days, jobs, details, import_id } = outcome;
  const facts = [
    t('done.details', { count: details, quantity: format.number(quantity) }),
    outcome.skipped.length > 0 && t('done.skipped', { count: outcome.skipped.length }),
    totals.left_out > 0 && t('done.leftOut', { count: totals.left_out }),
  ];
  return (
    <section className={styles.doneStep}>
      <h2>{undone ? t('done.undone', { count: jobs }) : t('done.title', { count: jobs })}</h2>
      <p className="muted">{facts.filter(Boolean).join(' · ')}</p>
      {!undone && (
        <dl className={styles.dayList}>
          {days.map((day) => (
            <div key={day.job_date}>
              <dt>{format.day(day.job_date)}</dt>
              <dd>
                {day.jobs === 1
                  ? t('done.day', { first: day.first_prod_id })
                  : t('done.days', { count: day.jobs, first: day.first_prod_id, last: day.last_prod_id })}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className="cluster">
        {!undone && jobs > 0 && (
          <Button type="primary" autoFocus onClick={() => onShowJobs(import_id)}>
            {t('done.show')}
          </Button>
        )}
        <Button onClick={onStartAnother}>{t('done.more')}</Button>
        <LeftOutFile draft={draft} otherRows={skipped} />
        {!undone && jobs > 0 && <UndoImportButton undo={undo} import_id={import_id} jobs={jobs} />}
      </div>
    </section>
  );
}
