import { jobEndpoints, type Job, type JobDetail } from '@darkroom/contract/job/job';
import { taskEndpoints } from '@darkroom/contract/task/task';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { ChargedAmount } from '../../../entities/price/charged-amount.tsx';
import { CallButton } from '../../../ui/call-button.tsx';
import { DetailTasks, type ExpandedRowProps } from '../list/expanded-job.tsx';
import styles from '../list/expanded-job.module.css';

/** Content of an open detail: its note, the job's note, and its tasks. */
export function ExpandedDetail({ job, detail, ...props }: ExpandedRowProps & { job: Job; detail: JobDetail }) {
  const { t } = useTranslation('job');
  const { job_detail_id, sub_prod_id } = detail;
  return (
    <div className={styles.expandedJob}>
      <div className={styles.expandedHead}>
        <p className={styles.notes}>{[detail.note, job.job_notes].filter(Boolean).join('\n')}</p>
        <ChargedAmount line={detail} />
        <Link to="/job" search={{ job_id: job.job_id, open: job.job_id }}>
          {t('byDetail.toJob', { job: job.prod_id })}
        </Link>
        <CallButton
          call={jobEndpoints.updateDetail}
          size="small"
          aria-label={t('editNamed', { name: sub_prod_id })}
          onClick={() => props.onForm(`detail-${job_detail_id}`)}
        >
          {t('edit')}
        </CallButton>
        <CallButton call={taskEndpoints.add} size="small" onClick={() => props.onForm(`detail-${job_detail_id}-tasks`)}>
          {t('addTasks')}
        </CallButton>
      </div>
      {detail.tasks.length === 0 ? (
        <p className={styles.empty}>{t('byDetail.noTasks')}</p>
      ) : (
        <div className={styles.details}>
          <div className={styles.detail}>
            <DetailTasks job={job} detail={detail} {...props} />
          </div>
        </div>
      )}
    </div>
  );
}
