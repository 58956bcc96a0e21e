import type { TaskRow } from '@darkroom/contract/task/task';
import { taskManyEndpoints } from '@darkroom/contract/task/many';
import { editsIn } from '@darkroom/domain/task/places';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../lib/call/api.ts';
import { messageOf } from '../../../lib/errors/error-message.ts';
import { fieldMessage } from '../../../lib/errors/form-errors.tsx';
import { useStop } from '../../../lib/session/locks.ts';
import { byLabel } from '../../../lib/words/by-label.ts';
import { asSubject, useUsers } from '../../../lib/session/lookups.ts';
import { invalidateTopics, useApiMutation } from '../../../lib/call/query.ts';
import { useActor } from '../../../lib/session/session.ts';
import { useToast } from '../../../lib/toast.ts';
import { putOwnTasks, putTasks } from '../../../entities/task/calls/task-cache.ts';
import { missedVersion } from '../../../entities/task/calls/task-refusal.ts';
import css from './supporters.module.css';
import { maySupport } from './supporters-line.tsx';
import { ConflictNotice } from '../../../ui/conflict/conflict-notice.tsx';

type Supporter = TaskRow['supporters'][number];
type Change = 'add' | 'update' | 'delete';
const DONE = { add: 'added', update: 'updated', delete: 'deleted' } as const satisfies Record<Change, string>;

/** Supporters of a task and their work. Each can be added, changed and removed with Undo. */
export function Supporters({ row }: { row: TaskRow }) {
  const { t } = useTranslation(['task', 'errors', 'common']);
  const { name } = useUsers();
  const actor = useActor();
  const stopped = useStop()(taskManyEndpoints.supporters, [row]);
  const [editing, setEditing] = useState<{ user_id: number; note: string } | null>(null);
  const { change, pending, moved } = useSupporterChange();
  const may = maySupport(row, actor);
  const blocked = pending || stopped !== null;

  const put = async (user_id: number, note: string, kind: Change) => {
    const others = row.supporters.filter((one) => one.user_id !== user_id);
    const at = row.supporters.findIndex((one) => one.user_id === user_id);
    const next =
      kind === 'delete'
        ? others
        : kind === 'add'
          ? [...row.supporters, { user_id, note }]
          : row.supporters.with(at, { user_id, note });
    return change(row, next, kind, user_id);
  };

  return (
    <div className="stack">
      {moved && <ConflictNotice presses={1} title={t('supporter.changed')} />}
      {row.supporters.length === 0 && <p className="muted m-0">{t('supporter.none')}</p>}
      <ul className={css.list}>
        {row.supporters.map(({ user_id, note }) => (
          <li key={user_id}>
            {editing?.user_id === user_id ? (
              <form
                className={css.edit}
                onSubmit={(event) => {
                  event.preventDefault();
                  void put(user_id, editing.note.trim(), 'update').then((done) => done && setEditing(null));
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
                <Button size="small" type="primary" htmlType="submit" disabled={blocked}>
                  {t('supporter.save')}
                </Button>
                <Button size="small" onClick={() => setEditing(null)}>
                  {t('common:cancel')}
                </Button>
              </form>
            ) : (
              <>
                <span className={css.who}>
                  <b>{name(user_id)}</b>
                  {note && <span>{note}</span>}
                </span>
                {may && (
                  <span className={css.buttons}>
                    <Button
                      size="small"
                      disabled={blocked}
                      title={stopped ?? undefined}
                      aria-label={t('supporter.changeOf', { user: name(user_id) })}
                      onClick={() => setEditing({ user_id, note })}
                    >
                      {t('supporter.change')}
                    </Button>
                    <Button
                      size="small"
                      disabled={blocked}
                      title={stopped ?? undefined}
                      aria-label={t('supporter.remove', { user: name(user_id) })}
                      onClick={() => void put(user_id, note, 'delete')}
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
      {may && <AddSupporter row={row} blocked={blocked} onAdd={(user_id, note) => put(user_id, note, 'add')} />}
    </div>
  );
}

interface AddSupporterProps {
  row: TaskRow;
  blocked: boolean;
  onAdd: (user_id: number, note: string) => Promise<boolean>;
}

function AddSupporter({ row, blocked, onAdd }: AddSupporterProps) {
  const { t } = useTranslation(['task', 'common']);
  const users = useUsers();
  const [form] = Form.useForm<{ user_id?: number; note?: string }>();
  const taken = [
    row.editor,
    row.first_qc,
    row.second_qc,
    row.rework_qc_1,
    row.rework_qc_2,
    ...row.supporters.map((one) => one.user_id),
  ];
  return (
    <Form
      form={form}
      className={css.add}
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
            .filter((user) => !taken.includes(user.id) && editsIn(asSubject(user), row))
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
      <Button htmlType="submit" disabled={blocked}>
        {t('supporter.add')}
      </Button>
    </Form>
  );
}

/** Changes supporters with one call. Undo restores the previous ones. */
function useSupporterChange() {
  const { t } = useTranslation(['task', 'errors', 'common']);
  const toast = useToast();
  const client = useQueryClient();
  const { name } = useUsers();
  const [moved, setMoved] = useState(false);
  const save = useApiMutation(taskManyEndpoints.supporters, { onError: () => true });

  const refuse = (error: unknown, kind: Change) => {
    const current = missedVersion(error);
    if (current) putTasks(client, [current]);
    else void invalidateTopics(client, ['task']);
    const stale = error instanceof ApiError && error.problem.code === 'stale';
    setMoved(stale);
    const field = error instanceof ApiError ? error.problem.errors?.[0] : undefined;
    if (!stale) toast.error(`${t(`supporter.failed_${kind}`)} ${field ? fieldMessage(field, t) : messageOf(error, t)}`);
  };
  const send = async (task_id: number, version: number, supporters: readonly Supporter[]) => {
    const after = await save.mutateAsync({ task_id, version, supporters: [...supporters] });
    putOwnTasks(client, [after]);
    setMoved(false);
    return after;
  };

  return {
    pending: save.isPending,
    moved,
    /** True if the call succeeded. */
    change: async (row: TaskRow, next: readonly Supporter[], kind: Change, user_id: number): Promise<boolean> => {
      try {
        const after = await send(row.task_id, row.version, next);
        toast.success(t(`supporter.${DONE[kind]}`, { user: name(user_id), task: row.sub_prod_id }), {
          label: t('common:undo'),
          onPress: () => {
            send(row.task_id, after.version, row.supporters).then(
              () => toast.info(t('undone')),
              (error: unknown) => refuse(error, kind),
            );
          },
        });
        return true;
      } catch (error) {
        refuse(error, kind);
        return false;
      }
    },
  };
}
