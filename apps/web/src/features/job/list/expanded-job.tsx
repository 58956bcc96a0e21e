import { isVisible, jobEndpoints, type Job, type JobDetail, type StripTask } from '@darkroom/contract/job/job';
import { taskEndpoints, type Task } from '@darkroom/contract/task/task';
import { calculateAmount } from '@darkroom/domain/money/money';
import { sumDeliveries } from '@darkroom/domain/task/quantities';
import { Fragment } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useCategories, useCurrencyLabel, useUsers, useXToggle } from '../../../lib/session/lookups.ts';
import { useLockReason } from '../../../lib/session/locks.ts';
import { useCan } from '../../../lib/session/session.ts';
import { AssignButton } from '../../../entities/assign/assign-button.tsx';
import { CallButton } from '../../../ui/call-button.tsx';
import { Ellipsis } from '../../../ui/data-table/data-table-ellipsis.tsx';
import { EditCell } from '../../../ui/data-table/edit/data-table-edit.tsx';
import type { RowKey } from '../../../ui/data-table/data-table-row.tsx';
import { ForecastLine } from '../../../entities/due-date/risk.tsx';
import { ChargedAmount } from '../../../entities/price/charged-amount.tsx';
import { StatusDot } from '../../../entities/status/status-dot.tsx';
import { useQuantityFields } from '../../../entities/task/list/quantities.ts';
import { CopyLinkButton } from './copy-link.tsx';
import { detailKey, taskKey } from './job-selection.ts';
import jobCss from './job.module.css';
import styles from './expanded-job.module.css';
import { LabelledValue, NestedRow } from './nested-row.tsx';
import { SendToReworkButton } from '../bulk/send-to-rework.tsx';
import type { JobEdits } from './use-job-edits.ts';
import { useEditorName } from '../../../entities/task/list/use-editor-name.ts';

export interface ExpandedRowProps {
  /** Keys of the selected rows. Null if this user cannot select rows. */
  selected: ReadonlySet<RowKey> | null;
  onSelect: (key: RowKey) => void;
  onForm: (form: string) => void;
  edits: JobEdits;
}

/** Content of an open job: notes and details, with the tasks of each detail. */
export default function ExpandedJob({ job, ...props }: ExpandedRowProps & { job: Job }) {
  const { t } = useTranslation('job');
  return (
    <div className={styles.expandedJob}>
      <div className={styles.expandedHead}>
        <div className={styles.notes}>
          <EditCell id={`j${job.job_id}.job_notes`} row={job} name={job.prod_id} edit={props.edits.job?.job_notes}>
            {job.job_notes || (props.edits.job && <span className={jobCss.muted}>{t('noNotes')}</span>)}
          </EditCell>
        </div>
        <CopyLinkButton job={job} />
        <CallButton call={jobEndpoints.update} size="small" onClick={() => props.onForm(`job-${job.job_id}`)}>
          {t('editJob')}
        </CallButton>
        <CallButton call={jobEndpoints.addDetail} size="small" onClick={() => props.onForm(`job-${job.job_id}-detail`)}>
          {t('addDetail')}
        </CallButton>
      </div>
      <ForecastLine job_id={job.job_id} />
      {job.job_details.length === 0 ? (
        <p className={styles.empty}>{t('noDetails')}</p>
      ) : (
        <ul className={styles.details} aria-label={t('detailsOf', { job: job.prod_id })}>
          {job.job_details.map((detail) => (
            <DetailItem key={detail.job_detail_id} job={job} detail={detail} {...props} />
          ))}
        </ul>
      )}
    </div>
  );
}

function DetailItem({
  job,
  detail,
  selected,
  onSelect,
  onForm,
  edits,
}: ExpandedRowProps & { job: Job; detail: JobDetail }) {
  const { t } = useTranslation(['job', 'field']);
  const inCurrency = useCurrencyLabel();
  const can = useCan();
  const format = useFormat();
  const { cat2ById, label } = useCategories();
  const key = detailKey(detail);
  const edit = can(jobEndpoints.updateDetail.access) ? () => onForm(`detail-${detail.job_detail_id}`) : undefined;
  const level = cat2ById.get(detail.service_cat2_id)?.level;
  const { pieces_in_rework } = sumDeliveries(detail.tasks.filter(isVisible));
  return (
    <li className={styles.detail}>
      <NestedRow
        rowKey={key}
        className={styles.detailRow}
        name={detail.sub_prod_id}
        selected={selected?.has(key)}
        onSelect={onSelect}
        onEnter={edit}
        actions={
          <>
            <CallButton
              call={taskEndpoints.add}
              type="text"
              size="small"
              onClick={() => onForm(`detail-${detail.job_detail_id}-tasks`)}
            >
              {t('addTasks')}
            </CallButton>
            {edit && (
              <CallButton
                call={jobEndpoints.updateDetail}
                type="text"
                size="small"
                aria-label={t('editNamed', { name: detail.sub_prod_id })}
                onClick={edit}
              >
                {t('edit')}
              </CallButton>
            )}
          </>
        }
      >
        <span className="id medium">{detail.sub_prod_id}</span>
        <LabelledValue label={t('field:category')}>
          <Ellipsis>{label(detail.service_cat2_id)}</Ellipsis>
        </LabelledValue>
        <StatusDot status={detail.status} />
        <LabelledValue label={t('field.doneOrdered')}>
          <span className={styles.numbers}>
            <span>{format.number(detail.done_quantity)} /</span>
            <EditCell id={`${key}.quantity`} row={detail} name={detail.sub_prod_id} edit={edits.detail?.quantity}>
              {format.number(detail.quantity)}
            </EditCell>
          </span>
        </LabelledValue>
        <LabelledValue label={inCurrency(t('field:unit_price'))}>
          {detail.unit_price === null ? (
            <span className={jobCss.muted}>{t('noPrice')}</span>
          ) : (
            <span className={styles.number}>
              {format.money(detail.unit_price)}
              <span className={jobCss.muted}>
                {' = '}
                {t('amountOrdered', { amount: format.money(calculateAmount(detail.quantity, detail.unit_price)) })}
              </span>
              <ChargedAmount line={detail} reworkQuantity={pieces_in_rework} />
            </span>
          )}
        </LabelledValue>
        <span className="muted min-w-0">
          <EditCell id={`${key}.note`} row={detail} name={detail.sub_prod_id} edit={edits.detail?.note}>
            <Ellipsis>
              {[level ? t('level', { level }) : '', detail.note || (edits.detail ? t('noNotes') : '')]
                .filter(Boolean)
                .join(' · ')}
            </Ellipsis>
          </EditCell>
        </span>
        {pieces_in_rework > 0 && (
          <span className={styles.reworkNote}>
            {t('inRework', { count: pieces_in_rework, n: format.number(pieces_in_rework) })}
          </span>
        )}
      </NestedRow>
      <DetailTasks job={job} detail={detail} selected={selected} onSelect={onSelect} onForm={onForm} edits={edits} />
    </li>
  );
}

/** The tasks of a detail, one line each. */
export function DetailTasks({ job, detail, ...props }: ExpandedRowProps & { job: Job; detail: JobDetail }) {
  const { t } = useTranslation('job');
  return (
    <ul className={styles.tasks} aria-label={t('tasksOf', { detail: detail.sub_prod_id })}>
      {detail.tasks.map((task) =>
        isVisible(task) ? (
          <TaskItem key={task.task_id} job={job} detail={detail} task={task} {...props} />
        ) : (
          <HiddenTaskItem key={task.task_id} task={task} />
        ),
      )}
    </ul>
  );
}

/** A task that the user cannot see: only its status, without actions (domain §2, "In a job"). */
function HiddenTaskItem({ task: { task_id, status } }: { task: StripTask }) {
  const { t } = useTranslation('job');
  return (
    <li>
      <div className={styles.taskRow}>
        <span />
        <div className={styles.fields}>
          <span className={`id ${styles.taskIndent}`}>#{task_id}</span>
          <StatusDot status={status} />
          <span className={`${jobCss.muted} ${styles.hiddenTask}`}>{t('unseenTask')}</span>
        </div>
      </div>
    </li>
  );
}

type TaskItemProps = ExpandedRowProps & { job: Job; detail: JobDetail; task: Task };

function TaskItem({ job, detail, task, selected, onSelect, onForm, edits }: TaskItemProps) {
  const { t } = useTranslation(['job', 'field']);
  const can = useCan();
  const users = useUsers();
  const editorName = useEditorName();
  const xToggle = useXToggle();
  const format = useFormat();
  const key = taskKey(task);
  const name = t('taskNamed', { id: task.task_id });
  const edit = can(taskEndpoints.adminUpdate.access) ? () => onForm(`task-${task.task_id}`) : undefined;
  const isLocked = useLockReason()(taskEndpoints.adminUpdate, [task]) !== null;
  const quantityFields = useQuantityFields(task);
  return (
    <li>
      <NestedRow
        rowKey={key}
        className={styles.taskRow}
        name={name}
        selected={selected?.has(key)}
        onSelect={onSelect}
        onEnter={edit}
        actions={
          <>
            <AssignButton
              type="text"
              size="small"
              label={t('assign')}
              tasks={[{ ...task, sub_prod_id: detail.sub_prod_id }]}
              aria-label={t('assignNamed', { name })}
            />
            <SendToReworkButton job={job} detail={detail} task={task} name={name} />
            {edit && (
              <CallButton
                call={taskEndpoints.adminUpdate}
                moves={[task]}
                type="text"
                size="small"
                aria-label={t('editNamed', { name })}
                onClick={edit}
              >
                {t('edit')}
              </CallButton>
            )}
          </>
        }
      >
        <span className={`id ${styles.taskIndent}`}>#{task.task_id}</span>
        <StatusDot status={task.status} />
        <LabelledValue label={t('field:editor')} isEmpty={task.editor === null}>
          {editorName(task) || '–'}
        </LabelledValue>
        <LabelledValue label={t('field:first_qc')} isEmpty={task.first_qc === null}>
          {users.name(task.first_qc) || '–'}
        </LabelledValue>
        <LabelledValue label={t('field:second_qc')} isEmpty={task.second_qc === null}>
          {users.name(task.second_qc) || '–'}
        </LabelledValue>
        <LabelledValue label={quantityFields.map((x) => t(`field:${x}`)).join(' + ')}>
          <span className={styles.numbers}>
            {quantityFields.map((x, index) => (
              <Fragment key={x}>
                {index > 0 && <span>+</span>}
                <EditCell
                  id={`${key}.${x}`}
                  row={task}
                  name={name}
                  edit={isLocked || !xToggle[x] ? undefined : edits.counts?.[x]}
                >
                  {format.number(task[x])}
                </EditCell>
              </Fragment>
            ))}
          </span>
        </LabelledValue>
        <LabelledValue label={t('field.time')} isEmpty={!task.start_time}>
          <span className={styles.time}>{formatTimeRange(task, format, t)}</span>
        </LabelledValue>
        <span className="muted min-w-0">
          <EditCell id={`${key}.notes`} row={task} name={name} edit={isLocked ? undefined : edits.notes}>
            <Ellipsis>{task.notes || (edits.notes ? t('noNotes') : '')}</Ellipsis>
          </EditCell>
        </span>
      </NestedRow>
    </li>
  );
}

/** Formats the time from start to end. The end shows its day only if the day differs. */
function formatTimeRange(
  { start_time, end_time }: Task,
  { dayTime, time }: ReturnType<typeof useFormat>,
  t: (key: 'since', words: { time: string }) => string,
): string {
  if (!start_time) return '–';
  const from = dayTime(start_time);
  if (!end_time) return t('since', { time: from });
  const to = dayTime(end_time);
  return from.slice(0, -5) === to.slice(0, -5) ? `${from} – ${time(end_time)}` : `${from} – ${to}`;
}
