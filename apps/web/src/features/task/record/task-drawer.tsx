import { taskEndpoints, type TaskRow } from '@darkroom/contract/task/task';
import { useQuery } from '@tanstack/react-query';
import { Button, Descriptions, Skeleton } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useUsers } from '../../../lib/session/lookups.ts';
import { query } from '../../../lib/api/query.ts';
import { AssignButton } from '../../../entities/assign/assign-button.tsx';
import { LoadErrorMessage, Empty } from '../../../ui/data-table/data-table-states.tsx';
import { TaskDueDate } from '../../../entities/due-date/task-due-date.tsx';
import { StatusDot } from '../../../entities/status/status-dot.tsx';
import { useQuantityFields } from '../../../entities/task/list/quantities.ts';
import { MoreTaskSteps, NextTaskStep, OtherSteps } from '../../../entities/task/steps/step-buttons.tsx';
import { FaultsFound } from '../../../entities/task/history/earlier-faults.tsx';
import { Instructions, TaskHeading, Priority } from '../../../entities/task/history/task-instructions.tsx';
import { TaskHistory } from '../../../entities/task/history/task-history.tsx';
import { Supporters } from './supporters.tsx';
import { TaskNotes } from './task-notes.tsx';
import { TaskTimes } from './task-times.tsx';
import { useTaskLabels } from '../../../entities/task/list/task-labels.ts';
import parts from '../../../entities/task/history/task-parts.module.css';
import { useStepActions } from '../../../entities/task/steps/use-step-actions.ts';
import { useStepsState, useTaskSteps } from '../../../entities/task/steps/use-task-steps.tsx';
import { Drawer } from '../../../ui/overlay/drawer.tsx';
import { useEditorName } from '../../../entities/task/list/use-editor-name.ts';

/** A task in full: order, people, notes and every step. Its id is in the URL. */
export function TaskDrawer({ task_id, onClose }: { task_id: number | undefined; onClose: () => void }) {
  const { t } = useTranslation('task');
  return (
    <Drawer
      open={task_id !== undefined}
      width="record"
      title={t('taskHistory')}
      onClose={onClose}
      destroyOnHidden
      classNames={{ body: parts.drawer }}
    >
      {task_id !== undefined && <TaskRecord key={task_id} task_id={task_id} onClose={onClose} />}
    </Drawer>
  );
}

function TaskRecord({ task_id, onClose }: { task_id: number; onClose: () => void }) {
  const { t } = useTranslation(['task', 'table', 'errors', 'field']);
  const history = useQuery(query(taskEndpoints.history, { task_id }));
  const isNotFound = history.error?.status === 404;
  const notFound = (
    <Empty
      title={t('errors:field.task_not_found')}
      hint={t('notFoundHint')}
      action={<Button onClick={onClose}>{t('close')}</Button>}
    />
  );
  if (history.data) {
    return (
      <>
        {isNotFound ? (
          notFound
        ) : (
          <>
            <TaskFacts row={history.data.task} />
            <h3 className={parts.sectionTitle}>{t('field:notes')}</h3>
          </>
        )}
        <TaskNotes row={history.data.task} isDeleted={isNotFound} />
        {!isNotFound && (
          <>
            <h3 className={parts.sectionTitle}>{t('supporter.title')}</h3>
            <Supporters row={history.data.task} />
            <h3 className={parts.sectionTitle}>{t('time.title')}</h3>
            <TaskTimes {...history.data} />
            <h3 className={parts.sectionTitle}>{t('history')}</h3>
            <TaskHistory {...history.data} />
          </>
        )}
      </>
    );
  }
  if (isNotFound) return notFound;
  if (!history.isError) return <Skeleton active paragraph={{ rows: 8 }} />;
  return <LoadErrorMessage error={history.error} onRetry={() => void history.refetch()} />;
}

function TaskFacts({ row }: { row: TaskRow }) {
  const { t } = useTranslation(['task', 'field']);
  const { name } = useUsers();
  const editorName = useEditorName();
  const { number, dayTime } = useFormat();
  const { pressStep, undoOffers } = useTaskSteps();
  const stepsState = useStepsState();
  const { pending } = stepsState;
  useStepActions(() => (pending ? null : row), pressStep);
  const fields = useQuantityFields(row);
  const labels = useTaskLabels(row);
  const needsReassignment = stepsState.needsReassignment(row);
  const assignProps = { inPalette: true, label: t('assign.to'), tasks: [row], undoOffers };
  const emptyText = '–';
  return (
    <>
      <div className={parts.statusLine}>
        <StatusDot status={row.status} />
        <Priority priority={row.job_priority} />
        <TaskDueDate row={row} isFull />
      </div>
      <TaskHeading row={row} isLinked />
      <div className={parts.buttons}>
        {needsReassignment ? (
          <AssignButton type="primary" {...assignProps} />
        ) : (
          <NextTaskStep row={row} onStep={pressStep} busy={pending} />
        )}
        <OtherSteps row={row} onStep={pressStep} busy={pending} includesNext={needsReassignment} />
        {!needsReassignment && <AssignButton {...assignProps} />}
        <MoreTaskSteps row={row} onStep={pressStep} busy={pending} />
      </div>
      <Instructions row={{ ...row, notes: '' }} />
      <FaultsFound row={row} />
      <Descriptions
        size="small"
        colon={false}
        column={{ xs: 1, sm: 2 }}
        items={[
          { key: 'editor', label: t('field:editor'), children: editorName(row) || emptyText },
          { key: 'first_qc', label: t('field:first_qc'), children: name(row.first_qc) || emptyText },
          { key: 'second_qc', label: t('field:second_qc'), children: name(row.second_qc) || emptyText },
          { key: 'ordered', label: t('field:task.quantity'), children: number(row.quantity) },
          {
            key: 'counted',
            label: t('quantity'),
            children:
              fields.length === 1
                ? number(row[fields[0]!])
                : fields.map((x) => `${t(`field:${x}`)} ${number(row[x])}`).join(' · '),
          },
          { key: 'start_time', label: t('field:start_time'), children: dayTime(row.start_time) },
          { key: 'end_time', label: t('field:end_time'), children: dayTime(row.end_time) },
          ...labels,
        ]}
      />
    </>
  );
}
