import type { TaskRow } from '@darkroom/contract/task/task';
import { taskBulkEndpoints } from '@darkroom/contract/task/bulk';
import { canEditIn } from '@darkroom/domain/task/roles';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { ApiError } from '../../../lib/api/api.ts';
import { getErrorMessage } from '../../../lib/errors/error-message.ts';
import { getFieldMessage } from '../../../lib/errors/form-errors.tsx';
import { useLockReason } from '../../../lib/session/locks.ts';
import { byLabel } from '../../../lib/i18n/by-label.ts';
import { toSubject, useUsers } from '../../../lib/session/lookups.ts';
import { invalidateTopics, useApiMutation } from '../../../lib/api/query.ts';
import { useActor } from '../../../lib/session/session.ts';
import { useToast } from '../../../lib/toast.ts';
import { cacheMyTasks, cacheTasks } from '../../../entities/task/calls/task-cache.ts';
import { getCurrentTask } from '../../../entities/task/calls/task-refusal.ts';
import css from './supporters.module.css';
import { canChangeSupporters } from './supporters-line.tsx';
import { ConflictNotice } from '../../../ui/conflict/conflict-notice.tsx';

type Supporter = TaskRow['supporters'][number];
type ChangeKind = 'add' | 'update' | 'delete';
const DONE_KEYS = { add: 'added', update: 'updated', delete: 'deleted' } as const satisfies Record<ChangeKind, string>;

/** Supporters of a task and their work. Each can be added, changed and removed with Undo. */
export function Supporters({ row }: { row: TaskRow }) {
  const { t } = useTranslation(['task', 'errors', 'common']);
  const { name } = useUsers();
  const actor = useActor();
  const lockReason = useLockReason()(taskBulkEndpoints.supporters, [row]);
  const [editing, setEditing] = useState<{ user_id: number; note: string } | null>(null);
  const { change, pending, hasConflict } = useSupporterChange();
  const canChange = canChangeSupporters(row, actor);
  const isBlocked = pending || lockReason !== null;

  const saveSupporter = async (user_id: number, note: string, kind: ChangeKind) => {
    const others = row.supporters.filter((supporter) => supporter.user_id !== user_id);
    const index = row.supporters.findIndex((supporter) => supporter.user_id === user_id);
    const nextSupporters =
      kind === 'delete'
        ? others
        : kind === 'add'
          ? [...row.supporters, { user_id, note }]
          : row.supporters.with(index, { user_id, note });
    return change(row, nextSupporters, kind, user_id);
  };

  return (
    <div className="stack">
      {hasConflict && <ConflictNotice saveAttempts={1} title={t('supporter.changed')} />}
      {row.supporters.length === 0 && <p className="muted m-0">{t('supporter.none')}</p>}
      <ul className={css.list}>
        {row.supporters.map(({ user_id, note }) => (
          <li key={user_id}>
            {editing?.user_id === user_id ? (
              <form
                className={css.editForm}
                onSubmit={(event) => {
                  event.preventDefault();
                  void saveSupporter(user_id, editing.note.trim(), 'update').then((done) => done && setEditing(null));
                }}
              >
                <Input
                  autoFocus
                  maxLength={2000}
                  value={editing.note}
                  aria-label={t('supporter.noteOf', { user: name(user_id) })}
                  onChange={(event) => setEditing({ user_id, note: event.target.value })}
                  onKeyDown={(event) => {
                    if (event.key !== 'Escape') return;
                    event.stopPropagation();
                    setEditing(null);
                  }}
                />
                <Button size="small" type="primary" htmlType="submit" disabled={isBlocked}>
                  {t('supporter.save')}
                </Button>
                <Button size="small" onClick={() => setEditing(null)}>
                  {t('common:cancel')}
                </Button>
              </form>
            ) : (
              <>
                <span className={css.supporter}>
                  <b>{name(user_id)}</b>
                  {note && <span>{note}</span>}
                </span>
                {canChange && (
                  <span className={css.buttons}>
                    <Button
                      size="small"
                      disabled={isBlocked}
                      title={lockReason ?? undefined}
                      aria-label={t('supporter.changeOf', { user: name(user_id) })}
                      onClick={() => setEditing({ user_id, note })}
                    >
                      {t('supporter.change')}
                    </Button>
                    <Button
                      size="small"
                      disabled={isBlocked}
                      title={lockReason ?? undefined}
                      aria-label={t('supporter.remove', { user: name(user_id) })}
                      onClick={() => void saveSupporter(user_id, note, 'delete')}
                    >
                      {t('common:delete')}
                    </Button>
                  </span>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
      {canChange && (
        <AddSupporter row={row} isBlocked={isBlocked} onAdd={(user_id, note) => saveSupporter(user_id, note, 'add')} />
      )}
    </div>
  );
}

interface AddSupporterProps {
  row: TaskRow;
  isBlocked: boolean;
  onAdd: (user_id: number, note: string) => Promise<boolean>;
}

function AddSupporter({ row, isBlocked, onAdd }: AddSupporterProps) {
  const { t } = useTranslation(['task', 'common']);
  const users = useUsers();
  const [form] = Form.useForm<{ user_id?: number; note?: string }>();
  const takenIds = [
    row.editor,
    row.first_qc,
    row.second_qc,
    row.rework_qc_1,
    row.rework_qc_2,
    ...row.supporters.map((supporter) => supporter.user_id),
  ];
  return (
    <Form
      form={form}
      className={css.addForm}
      requiredMark={false}
      onFinish={async ({ user_id, note = '' }) => {
        if (user_id !== undefined && (await onAdd(user_id, note.trim()))) form.resetFields();
      }}
    >
      <Form.Item name="user_id" rules={[{ required: true, message: t('supporter.choose') }]}>
        <Select
          aria-label={t('supporter.person')}
          placeholder={t('supporter.person')}
          options={users.atWork
            .filter((user) => !takenIds.includes(user.id) && canEditIn(toSubject(user), row))
            .map((user) => ({ value: user.id, label: user.username, title: user.full_name }))
            .toSorted(byLabel)}
          showSearch={{
            filterOption: (typed, option) =>
              option !== undefined && foldedMatch(`${option.label} ${option.title}`, typed),
          }}
        />
      </Form.Item>
      <Form.Item name="note">
        <Input maxLength={2000} aria-label={t('supporter.note')} placeholder={t('supporter.note')} />
      </Form.Item>
      <Button htmlType="submit" disabled={isBlocked}>
        {t('supporter.add')}
      </Button>
    </Form>
  );
}

/** Returns functions that change supporters with one request. Undo restores the previous supporters. */
function useSupporterChange() {
  const { t } = useTranslation(['task', 'errors', 'common']);
  const toast = useToast();
  const client = useQueryClient();
  const { name } = useUsers();
  const [hasConflict, setHasConflict] = useState(false);
  const save = useApiMutation(taskBulkEndpoints.supporters, { onError: () => true });

  const reportRefusal = (error: unknown, kind: ChangeKind) => {
    const current = getCurrentTask(error);
    if (current) cacheTasks(client, [current]);
    else void invalidateTopics(client, ['task']);
    const isStale = error instanceof ApiError && error.problem.code === 'stale';
    setHasConflict(isStale);
    const field = error instanceof ApiError ? error.problem.errors?.[0] : undefined;
    if (!isStale)
      toast.error(`${t(`supporter.failed_${kind}`)} ${field ? getFieldMessage(field, t) : getErrorMessage(error, t)}`);
  };
  const send = async (task_id: number, version: number, supporters: readonly Supporter[]) => {
    const saved = await save.mutateAsync({ task_id, version, supporters: [...supporters] });
    cacheMyTasks(client, [saved]);
    setHasConflict(false);
    return saved;
  };

  return {
    pending: save.isPending,
    hasConflict,
    /** Changes the supporters. Returns true if the request succeeded. */
    change: async (
      row: TaskRow,
      nextSupporters: readonly Supporter[],
      kind: ChangeKind,
      user_id: number,
    ): Promise<boolean> => {
      try {
        const saved = await send(row.task_id, row.version, nextSupporters);
        toast.success(t(`supporter.${DONE_KEYS[kind]}`, { user: name(user_id), task: row.sub_prod_id }), {
          label: t('common:undo'),
          onPress: () => {
            send(row.task_id, saved.version, row.supporters).then(
              () => toast.info(t('undone')),
              (error: unknown) => reportRefusal(error, kind),
            );
          },
        });
        return true;
      } catch (error) {
        reportRefusal(error, kind);
        return false;
      }
    },
  };
}
