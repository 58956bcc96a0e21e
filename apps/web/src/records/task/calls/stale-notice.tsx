import type { TaskRow } from '@darkroom/contract/task';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCountFields } from '../list/counts.ts';
import { useStandsNow } from '../list/stands-now.ts';
import styles from '../story/task-parts.module.css';

/** Both versions: how the task stands now, beside what was typed, which is kept; `over` when the step has become impossible. */
export function StaleNotice({ row, counts, over }: { row: TaskRow; counts: boolean; over: boolean }) {
  const { t } = useTranslation(['task', 'field']);
  const standsNow = useStandsNow();
  const fields = useCountFields(row);
  return (
    <Alert
      type="warning"
      showIcon
      className={styles.notice}
      title={standsNow(row, null)}
      description={
        <>
          {counts && (
            <p>{t('stale.saved', { counts: fields.map((x) => `${t(`field:${x}`)} ${row[x]}`).join(' · ') })}</p>
          )}
          <p>{over ? t('stale.over') : t('stale.kept')}</p>
        </>
      }
    />
  );
}
