import { redoEndpoints } from '@darkroom/contract/request/redo';
import { taskEndpoints, type TaskRow, type TaskStepRow } from '@darkroom/contract/task/task';
import { taskQuantity } from '@darkroom/domain/task/quantities';
import { IN_REWORK, isIn } from '@darkroom/domain/task/status';
import { findReworkDeletionRefusal } from '@darkroom/domain/task/undo';
import { useQuery } from '@tanstack/react-query';
import { Button, Descriptions, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../lib/i18n/format.ts';
import { useUsers } from '../../lib/session/lookups.ts';
import { query } from '../../lib/api/query.ts';
import { CallButton } from '../../ui/call-button.tsx';
import { LoadErrorMessage, Empty } from '../../ui/data-table/data-table-states.tsx';
import { AssignButton } from '../../entities/assign/assign-button.tsx';
import { StatusDot } from '../../entities/status/status-dot.tsx';
import { FaultTags } from '../../entities/task/history/earlier-faults.tsx';
import { MoreTaskSteps, NextTaskStep, OtherSteps } from '../../entities/task/steps/step-buttons.tsx';
import { Instructions, TaskHeading, Priority } from '../../entities/task/history/task-instructions.tsx';
import { TaskHistory } from '../../entities/task/history/task-history.tsx';
import { useTaskLabels } from '../../entities/task/list/task-labels.ts';
import parts from '../../entities/task/history/task-parts.module.css';
import { useStepsState, useTaskSteps } from '../../entities/task/steps/use-task-steps.tsx';
import { RECHECKS } from './rechecks.tsx';
import { RedoEditDialog } from './redo-edit.tsx';
import { toReworkRuns, type ReworkRun } from './rework-runs.ts';
import styles from './redo.module.css';
import { useDeleteRedo } from './use-delete-redo.ts';
import { Drawer } from '../../ui/overlay/drawer.tsx';
import { useEditorName } from '../../entities/task/list/use-editor-name.ts';

/** A rework with its history. The task id is in the URL. */
export function RedoDrawer({ task_id, onClose }: { task_id: number | undefined; onClose: () => void }) {
  const { t } = useTranslation('redo');
  return (
    <Drawer
      open={task_id !== undefined}
      width="record"
      title={t('history')}
      onClose={onClose}
      destroyOnHidden
      classNames={{ body: parts.drawer }}
    >
      {task_id !== undefined && <RedoContent key={task_id} task_id={task_id} onClose={onClose} />}
    </Drawer>
  );
}

function RedoContent({ task_id, onClose }: { task_id: number; onClose: () => void }) {
  const { t } = useTranslation(['redo', 'task', 'table', 'errors']);
  const history = useQuery(query(taskEndpoints.history, { task_id }));
  if (history.data) {
    const { task, events } = history.data;
    return (
      <>
        <div className={parts.statusLine}>
          <StatusDot status={task.status} />
          <Priority priority={task.job_priority} />
        </div>
        <TaskHeading row={task} isLinked />
        <Steps row={task} />
        <ReworkRequest row={task} />
        <ReworkRuns runs={toReworkRuns(events)} />
        <OriginalWork row={task} events={events} />
        <Labels row={task} />
        <h3 className={parts.sectionTitle}>{t('task:history')}</h3>
        <TaskHistory {...history.data} />
      </>
    );
  }
  if (!history.isError) return <Skeleton active paragraph={{ rows: 8 }} />;
  return history.error.status === 404 ? (
    <Empty
      title={t('errors:field.task_not_found')}
      hint={t('task:notFoundHint')}
      action={<Button onClick={onClose}>{t('task:close')}</Button>}
    />
  ) : (
    <LoadErrorMessage error={history.error} onRetry={() => void history.refetch()} />
  );
}

function Labels({ row }: { row: TaskRow }) {
  return <Descriptions size="small" colon={false} column={{ xs: 1, sm: 2 }} items={useTaskLabels(row)} />;
}

/** Steps of the task, and two for a rework: change it or delete it. */
function Steps({ row }: { row: TaskRow }) {
  const { t } = useTranslation(['redo', 'task', 'errors']);
  const { pressStep: begin, undoOffers: undoing } = useTaskSteps();
  const { pending, needsReassignment } = useStepsState();
  const needsNewEditor = needsReassignment(row);
  const [editing, setEditing] = useState<TaskRow | null>(null);
  const redoDeletion = useDeleteRedo();
  const isInRework = isIn(IN_REWORK, row.status);
  const step = { row, onStep: begin, busy: pending || redoDeletion.pending };
  return (
    <>
      <div className={parts.buttons}>
        {needsNewEditor ? (
          <AssignButton inPalette type="primary" label={t('task:assign.to')} tasks={[row]} undoOffers={undoing} />
        ) : (
          <NextTaskStep {...step} />
        )}
        <OtherSteps {...step} includesNext={needsNewEditor} />
        {isInRework && (
          <>
            <CallButton call={redoEndpoints.update} moves={[row]} disabled={step.busy} onClick={() => setEditing(row)}>
              {t('edit.open')}
            </CallButton>
            {findReworkDeletionRefusal(row) === null && (
              <CallButton
                call={redoEndpoints.delete}
                moves={[row]}
                danger
                disabled={step.busy}
                title={t('delete.hint')}
                onClick={() => redoDeletion.run(row)}
              >
                {t('delete.do')}
              </CallButton>
            )}
          </>
        )}
        <MoreTaskSteps {...step} />
      </div>
      {editing && <RedoEditDialog row={editing} onClose={() => setEditing(null)} />}
    </>
  );
}

/** The rework's notes, its part of the quantity, its sender and its recheckers. */
function ReworkRequest({ row }: { row: TaskRow }) {
  const { t } = useTranslation(['redo', 'field']);
  const { number, dayTime } = useFormat();
  const { name } = useUsers();
  if (row.rework_at === null) return <p className={parts.muted}>{t('notInRework')}</p>;
  return (
    <section className="stack gap-4" aria-label={t('field:rework_notes')}>
      <h3 className={parts.sectionTitle}>{t('field:rework_notes')}</h3>
      <blockquote className={styles.message}>{row.rework_notes}</blockquote>
      <p className={parts.muted}>
        {t('request', {
          n: number(row.rework_quantity),
          total: number(taskQuantity(row)),
          user: name(row.rework_by) || '–',
          when: dayTime(row.rework_at),
        })}
      </p>
      <dl className={styles.rechecks}>
        {RECHECKS.map(({ field, nth }) => (
          <div key={field}>
            <dt>{t(`recheck.name_${nth}`)}</dt>
            <dd>
              {row[field] === null ? (
                <span className={parts.muted}>{t('recheck.stillMissing')}</span>
              ) : (
                name(row[field])
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Every rework of the task. A single one would only repeat the fields above. */
function ReworkRuns({ runs }: { runs: readonly ReworkRun[] }) {
  const { t } = useTranslation('redo');
  const { name } = useUsers();
  const { dayTime } = useFormat();
  const hasRunsToShow = runs.length > 1 || runs.some((run) => run.ended || run.fault_kinds.length > 0);
  if (!hasRunsToShow) return null;
  // A deleted rework is listed but not counted.
  const count = runs.filter(({ ended }) => ended?.action !== 'redo_delete').length;
  const title = count > 0 ? t('reworkCount', { count }) : t('history');
  return (
    <section className="stack gap-4" aria-label={title}>
      <h3 className={parts.sectionTitle}>{title}</h3>
      <ol className={styles.rounds}>
        {runs.map(({ sent, fault_kinds, ended }) => (
          <li key={sent.id}>
            {runs.length > 1 && <p>{sent.note}</p>}
            {fault_kinds.length > 0 && <FaultTags kinds={[...fault_kinds]} />}
            <p className={parts.muted}>
              {t('run.sent', { user: name(sent.user_id) || '–', when: dayTime(sent.at) })}
              {' · '}
              {ended
                ? t(`run.${ended.action === 'complete' ? 'completed' : 'deleted'}`, {
                    user: name(ended.user_id) || '–',
                    when: dayTime(ended.at),
                  })
                : t('run.inProgress')}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The work before the rework: editor, QCs, first completion and notes of the order. */
function OriginalWork({ row, events }: { row: TaskRow; events: readonly TaskStepRow[] }) {
  const { t } = useTranslation(['redo', 'task', 'field']);
  const { name } = useUsers();
  const editorName = useEditorName();
  const { number, dayTime } = useFormat();
  const firstCompletion = events.find((event) => event.action === 'complete');
  const noName = '–';
  return (
    <section className="stack gap-4" aria-label={t('originalWork')}>
      <h3 className={parts.sectionTitle}>{t('originalWork')}</h3>
      <Descriptions
        size="small"
        colon={false}
        column={{ xs: 1, sm: 2 }}
        items={[
          { key: 'editor', label: t('field:editor'), children: editorName(row) || noName },
          {
            key: 'supporters',
            label: t('field:supporters'),
            children: row.supporters.map((s) => name(s.user_id)).join(', ') || noName,
          },
          { key: 'first_qc', label: t('field:first_qc'), children: name(row.first_qc) || noName },
          { key: 'second_qc', label: t('field:second_qc'), children: name(row.second_qc) || noName },
          { key: 'counted', label: t('task:field.counted'), children: number(taskQuantity(row)) },
          { key: 'completed', label: t('completedFirst'), children: dayTime(firstCompletion?.at) },
        ]}
      />
      <Instructions row={{ ...row, rework_quantity: null, rework_notes: null }} />
    </section>
  );
}
