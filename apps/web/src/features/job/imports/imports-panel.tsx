import { jobImportEndpoints, type JobImport } from '@darkroom/contract/job/many';
import { anyOf } from '@darkroom/domain/permission/access';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import { useUsers } from '../../../lib/session/lookups.ts';
import { query } from '../../../lib/call/query.ts';
import { useActor, useCan } from '../../../lib/session/session.ts';
import { CouldNotLoad, Empty } from '../../../ui/data-table/data-table-states.tsx';
import styles from './imports.module.css';
import { UndoImport } from './undo-import.tsx';
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
        <CouldNotLoad error={list.error} onRetry={() => void list.refetch()} />
      ) : list.data.results.length === 0 ? (
        <Empty title={t('imports.none')} />
      ) : (
        <ul>
          {list.data.results.map((one) => (
            <Import key={one.import_id} one={one} />
          ))}
        </ul>
      )}
    </Drawer>
  );
}

function Import({ one }: { one: JobImport }) {
  const { t } = useTranslation('job');
  const { number, dayTime } = useFormat();
  const users = useUsers();
  const { user_id } = useActor();
  const may = useCan();
  const undo = useImportUndo();
  const facts = [
    t('imports.jobs', { count: one.jobs, n: number(one.jobs) }),
    t('imports.details', { count: one.details, n: number(one.details) }),
    one.skipped > 0 && t('imports.skipped', { count: one.skipped, n: number(one.skipped) }),
  ];
  const mine = one.created_by === user_id;
  const theirs = may(anyOf('npn_delete_job'));
  return (
    <li className={styles.one}>
      <div className="column">
        <strong className={styles.file} title={one.file_name}>
          {one.file_name || t('imports.unnamed')}
        </strong>
        <span className="muted">
          {users.fullName(one.created_by)}, {dayTime(one.added_at)}
        </span>
        <span>{facts.filter(Boolean).join(' · ')}</span>
        {one.undone_at !== null && (
          <span className="muted">
            {t('imports.undoneBy', { name: users.fullName(one.undone_by), time: dayTime(one.undone_at) })}
          </span>
        )}
      </div>
      {one.undone_at === null && one.jobs > 0 && (mine || theirs) && (
        <UndoImport undo={undo} import_id={one.import_id} jobs={one.jobs} name={one.file_name} />
      )}
    </li>
  );
}
