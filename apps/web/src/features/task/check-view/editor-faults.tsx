import { taskBulkEndpoints } from '@darkroom/contract/task/bulk';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { formatMonth } from '../../../lib/i18n/month-of-year.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useUsers } from '../../../lib/session/lookups.ts';
import { query } from '../../../lib/api/query.ts';
import { LoadErrorMessage, SkeletonLines } from '../../../ui/data-table/data-table-states.tsx';
import { FaultTags } from '../../../entities/task/history/earlier-faults.tsx';
import parts from '../../../entities/task/history/task-parts.module.css';

/** Recent faults in other work of the same editor, as hints for the check. */
export function EditorFaults({ task_id, editor }: { task_id: number; editor: number }) {
  const { t } = useTranslation('task');
  const { name } = useUsers();
  const { dayTime } = useFormat();
  const list = useQuery(query(taskBulkEndpoints.editorFaults, { task_id }));
  const faults = list.data?.results;
  const title = t('editorFaults.title', { user: name(editor) });
  return (
    <section className={parts.faults} aria-label={title}>
      <h3>{title}</h3>
      {list.isPending && <SkeletonLines count={3} />}
      {list.isError && !faults && <LoadErrorMessage error={list.error} onRetry={() => void list.refetch()} />}
      {faults?.length === 0 && <p className={parts.muted}>{t('editorFaults.none')}</p>}
      <ul>
        {(faults ?? []).map((fault) => (
          <li key={fault.id}>
            <FaultTags kinds={fault.fault_kinds} />
            {fault.note && <p>{fault.note}</p>}
            <span className={parts.muted}>
              {fault.sub_prod_id} · {fault.job_name} · {fault.user_id !== null && name(fault.user_id)} ·{' '}
              {dayTime(fault.at)}
            </span>
          </li>
        ))}
      </ul>
      {list.data?.archived_before && (
        <p className={parts.muted}>{t('editorFaults.archived', { month: formatMonth(list.data.archived_before) })}</p>
      )}
    </section>
  );
}
