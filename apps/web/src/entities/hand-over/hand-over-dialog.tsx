import { staffAccountEndpoints } from '@darkroom/contract/staff/account';
import type { MemberWork } from '@darkroom/contract/staff/staff';
import { taskBulkEndpoints, type TaskSummary } from '@darkroom/contract/task/bulk';
import { isIn, TaskStatus, WITH_EDITOR } from '@darkroom/domain/task/status';
import { useQuery } from '@tanstack/react-query';
import { Form, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { query, useApiMutation } from '../../lib/api/query.ts';
import { useUsers } from '../../lib/session/lookups.ts';
import { LoadErrorMessage } from '../../ui/data-table/data-table-states.tsx';
import { Modal } from '../../ui/overlay/modal.tsx';
import { useTaskCalls } from '../task/calls/use-task-calls.ts';
import { useUndo, type UndoOffers } from '../task/steps/use-undo.ts';
import { HandOver, toHandOverInput, type HandOverValues } from './hand-over.tsx';
import styles from './hand-over.module.css';

type Work = MemberWork['tasks'];

interface HandOverDialogProps {
  /** Member whose open work is handed over. */
  member?: { readonly id: number; readonly full_name: string };
  /** Selected tasks, if no member is given. Tasks that are with no editor stay. */
  selected?: readonly TaskSummary[];
  /** The screen's own Undo with its key, if it has one. */
  undoOffers?: UndoOffers;
  onClose: () => void;
}

const canBeMoved = ({ editor, status }: TaskSummary) =>
  editor !== null && isIn([...WITH_EDITOR, TaskStatus.RESOLVED], status);

/** Dialog to hand over the work of a member who is away, or selected tasks (decision 173). */
export default function HandOverDialog({ member, selected = [], undoOffers, onClose }: HandOverDialogProps) {
  const { t } = useTranslation(['staff', 'errors', 'common']);
  const { fullName } = useUsers();
  const [form] = Form.useForm<HandOverValues>();
  const [staying, setStaying] = useState<ReadonlySet<number>>(new Set());
  const ownUndo = useUndo(useTaskCalls().undo);
  const work = useQuery({
    ...query(staffAccountEndpoints.tasksInProgress, { staff_id: member?.id ?? 0 }),
    enabled: member !== undefined,
    staleTime: 0,
  });
  const allTasks = member ? (work.data?.tasks ?? []) : selected.filter(canBeMoved).map(toWork(fullName));
  // The caller cannot hand over a task that they cannot see. Supported tasks continue without the member.
  const tasks = allTasks.filter(({ sub_prod_id, part }) => sub_prod_id !== null && part !== 'supporter');
  const stayingCount = (member ? allTasks.length : selected.length) - tasks.length;
  const moved = tasks.filter(({ task_id }) => !staying.has(task_id));
  const handOver = useApiMutation(taskBulkEndpoints.handOver, {
    invalidates: ['task', 'job'],
    onSuccess: ({ results }) => {
      (undoOffers ?? ownUndo).offer(t('handOver.done', { count: results.length }), results);
      onClose();
    },
    onError: ({ problem: { code } }) => {
      if (code === 'stale') void work.refetch();
      return false;
    },
    form,
    failed: t('handOver.failed'),
  });
  const submit = (values: HandOverValues) =>
    handOver.mutate({ ...toHandOverInput(moved, values), ...(member ? { member_id: member.id } : {}) });
  const toggle = (task_id: number) => {
    const next = new Set(staying);
    if (!next.delete(task_id)) next.add(task_id);
    setStaying(next);
  };
  const isLoading = member !== undefined && !work.data;
  return (
    <Modal
      open
      title={member ? t('handOver.title', { name: member.full_name }) : t('handOver.open')}
      okText={t('handOver.open')}
      okButtonProps={{ disabled: moved.length === 0 }}
      cancelText={t('common:cancel')}
      confirmLoading={handOver.isPending}
      mask={{ closable: false }}
      onOk={form.submit}
      onCancel={onClose}
      destroyOnHidden
    >
      <div className={styles.handover}>
        <p>{t('handOver.hint')}</p>
        {work.isError && <LoadErrorMessage error={work.error} onRetry={() => void work.refetch()} />}
        {isLoading && !work.isError && <Skeleton active paragraph={{ rows: 3 }} />}
        {!isLoading && (
          <Form<HandOverValues> form={form} layout="vertical" requiredMark={false} onFinish={submit}>
            <HandOver tasks={tasks} memberId={member?.id ?? null} reason="handOver" staying={staying} onStay={toggle} />
            {stayingCount > 0 && <p className="muted">{t('handOver.stays', { count: stayingCount })}</p>}
          </Form>
        )}
      </div>
    </Modal>
  );
}

/** Returns a function that shows a selected task as work of its editor, whose name is next to it. */
const toWork =
  (fullName: (id: number | null) => string) =>
  ({ editor, ...task }: TaskSummary): Work[number] => ({
    ...task,
    job_name: fullName(editor),
    part: 'editor',
    needs_successor: !isIn([TaskStatus.EDITOR_ASSIGNED, TaskStatus.PROCESSING], task.status),
  });
