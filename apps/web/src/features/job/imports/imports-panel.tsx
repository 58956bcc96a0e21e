import { jobImportEndpoints, type JobImport } from '@darkroom/contract/job/bulk';
import { anyOf } from '@darkroom/domain/permission/access';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useUsers } from '../../../lib/session/lookups.ts';
import { query } from '../../../lib/api/query.ts';
import { useActor, useCan } from '../../../lib/session/session.ts';
import { LoadErrorMessage, Empty } from '../../../ui/data-table/data-table-states.tsx';
import styles from './imports.module.css';
import { UndoImportButton } from './undo-import.tsx';
import { useImportUndo } from './use-import-undo.ts';
import { Drawer } from '../../../ui/overlay/drawer.tsx';

/** The newest imports (decision 084): user, file and jobs, with undo until someone works on one of the jobs. */
export default function ImportsPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('job');
  const list = useQuery(query(jobImportEndpoints.imports, {}));
  return (
    <Drawer
      open
      width="form"
      title={t('imports.title')}
      closable={{ placement: 'end', 'aria-label': t('imports.close') }}
      onClose={onClose}
    >
      {list.isPending ? (
        <Skeleton active paragraph={{ rows: 6 }} />
      ) : list.isError ? (
        <LoadErrorMessage error={list.error} onRetry={() => void list.refetch()} />
      ) : list.data.results.length === 0 ? (
        <Empty title={t('imports.none')} />
      ) : (
        <ul>
          {list.data.results.map((jobImport) => (
            <ImportItem key={jobImport.import_id} jobImport={jobImport} />
          ))}
        </ul>
      )}
    </Drawer>
  );
}

function ImportItem({ jobImport }: { jobImport: JobImport }) {
  const { t } = useTranslation('job');
  const { number, dayTime } = useFormat();
  const users = useUsers();
  const { user_id } = useActor();
  const can = useCan();
  const undo = useImportUndo();
  const facts = [
    t('imports.jobs', { count: jobImport.jobs, n: number(jobImport.jobs) }),
    t('imports.details', { count: jobImport.details, n: number(jobImport.details) }),
    jobImport.skipped > 0 && t('imports.skipped', { count: jobImport.skipped, n: number(jobImport.skipped) }),
  ];
  const isMine = jobImport.created_by === user_id;
  const canUndoAny = can(anyOf('npn_delete_job'));
  return (
    <li className={styles.item}>
      <div className="column">
        <strong className={styles.fileName} title={jobImport.file_name}>
          {jobImport.file_name || t('imports.unnamed')}
        </strong>
        <span className="muted">
          {users.fullName(jobImport.created_by)}, {dayTime(jobImport.added_at)}
        </span>
        <span>{facts.filter(Boolean).join(' · ')}</span>
        {jobImport.undone_at !== null && (
          <span className="muted">
            {t('imports.undoneBy', { name: users.fullName(jobImport.undone_by), time: dayTime(jobImport.undone_at) })}
          </span>
        )}
      </div>
      {jobImport.undone_at === null && jobImport.jobs > 0 && (isMine || canUndoAny) && (
        <UndoImportButton
          undo={undo}
          import_id={jobImport.import_id}
          jobs={jobImport.jobs}
          name={jobImport.file_name}
        />
      )}
    </li>
  );
}
