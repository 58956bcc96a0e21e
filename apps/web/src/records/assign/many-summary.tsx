import { statusName } from '@darkroom/domain/task/status';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/words/format.ts';
import BulkResult from '../../ui/feedback/bulk-result.tsx';
import type { Summary } from './use-many.ts';

/** What was not done to which task, where it stands now, and why; all the others are done. */
export default function ManySummary({ summary, onClose }: { summary: Summary; onClose: () => void }) {
  const { t } = useTranslation(['task', 'status']);
  const { number } = useFormat();
  const { action, done, refused } = summary;
  return (
    <BulkResult
      title={t('many.notDone', { count: refused.length, n: number(refused.length) })}
      note={done > 0 ? t(`success.${action}_many`, { count: done }) : t('many.noneDone')}
      head={t('field.sub_prod_id')}
      standsHead={t('many.standsAt')}
      rows={refused.map(({ name, code, current }) => ({
        name,
        code,
        stands: current ? t(`status:task.${statusName(current.status)}`) : undefined,
      }))}
      onClose={onClose}
    />
  );
}
