import { taskManyEndpoints } from '@darkroom/contract/task/many';
import { statusName } from '@darkroom/domain/task/status';
import { useTranslation } from 'react-i18next';
import { useStop } from '../../lib/session/locks.ts';
import { useUsers } from '../../lib/session/lookups.ts';
import { useFormat } from '../../lib/words/format.ts';
import BulkResult from '../../ui/feedback/bulk-result.tsx';
import { winnerOf } from '../task/list/stands-now.ts';
import type { Summary } from './use-many.ts';

/** What was not done to which task, where it stands now, and why; all the others are done. */
export default function ManySummary({ summary, onClose }: { summary: Summary; onClose: () => void }) {
  const { t } = useTranslation(['task', 'status', 'field']);
  const { number } = useFormat();
  const { name: nameOf } = useUsers();
  const stop = useStop();
  const { action, done, refused } = summary;
  const standsAt = (current: NonNullable<Summary['refused'][number]['current']>, code: string): string => {
    const winner = action === 'assign' && code === 'stale' ? winnerOf(current, action) : null;
    const status = t(`status:task.${statusName(current.status)}`);
    return winner === null ? status : `${status} · ${nameOf(winner)}`;
  };
  return (
    <BulkResult
      title={t('many.notDone', { count: refused.length, n: number(refused.length) })}
      note={done > 0 ? t(`success.${action}_many`, { count: done }) : t('many.noneDone')}
      head={t('field:sub_prod_id')}
      standsHead={t('many.standsAt')}
      rows={refused.map(({ name, code, current }) => ({
        name,
        code,
        stands: current ? standsAt(current, code) : undefined,
        // The banner that says why stands behind this.
        told: code === 'locked' && current ? (stop(taskManyEndpoints.bulk, [current]) ?? undefined) : undefined,
      }))}
      onClose={onClose}
    />
  );
}
