import type { TaskRow } from '@darkroom/contract/task/task';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/words/format.ts';
import { useCountFields } from '../../entities/task/list/counts.ts';
import parts from '../../entities/task/story/task-parts.module.css';
import type { CountingInPlace } from './now/use-counting.ts';

/** Both counts, where somebody else has set theirs while one's own was being typed. */
export default function MovedOn({ row, counting }: { row: TaskRow; counting: CountingInPlace }) {
  const { t } = useTranslation(['task', 'field']);
  const { number } = useFormat();
  const fields = useCountFields(row);
  const { draft } = counting.of(row.task_id);
  const mine = fields.filter((x) => draft[x] !== undefined).map((x) => `${t(`field:${x}`)} ${draft[x] ?? '–'}`);
  return (
    <Alert
      type="warning"
      role="alert"
      className={parts.notice}
      title={t('stale.counts')}
      description={
        <>
          <p>{t('stale.saved', { counts: fields.map((x) => `${t(`field:${x}`)} ${number(row[x])}`).join(' · ') })}</p>
          <p>{t('stale.typed', { counts: mine.join(' · ') })}</p>
          <div className={parts.buttons}>
            <Button size="small" onClick={() => counting.settle(row, 'theirs')}>
              {t('takeTheirs')}
            </Button>
            <Button size="small" onClick={() => counting.settle(row, 'mine')}>
              {t('keepTyped')}
            </Button>
          </div>
        </>
      }
    />
  );
}
