import { taskEndpoints, type TaskRow } from '@darkroom/contract/task/task';
import { holds } from '@darkroom/domain/permission/access';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invalidateTopics, useApiMutation } from '../../../lib/call/query.ts';
import { useActor } from '../../../lib/session/session.ts';
import { useToast } from '../../../lib/toast.ts';
import { useDraftKeeper, useLostDraft } from '../../../ui/record-form/use-form-draft.ts';
import { LeaveGuard } from '../../../ui/page/leave-guard.tsx';
import { ConflictNotice } from '../../../ui/conflict/conflict-notice.tsx';
import { putOwnTasks, putTasks } from '../../../entities/task/calls/task-cache.ts';
import { missedVersion } from '../../../entities/task/calls/task-refusal.ts';
import parts from '../../../entities/task/story/task-parts.module.css';
import drawerCss from './drawer.module.css';

const openIn = (search: object): unknown => ('task' in search ? search.task : undefined);

/** Notes of the task. Its editor, its QCs and users with permission can change them (domain §7). */
export function TaskNotes({
  row,
  over = false,
}: {
  row: TaskRow;
  /** The task was deleted. Typed text can still be copied. */ over?: boolean;
}) {
  const { t } = useTranslation(['task', 'common', 'field', 'record']);
  const toast = useToast();
  const client = useQueryClient();
  const actor = useActor();
  const draft = `task-notes.${row.task_id}`;
  const lost = useLostDraft<{ notes: string }>(draft);
  const [typed, setTyped] = useState<string | null>(lost?.notes ?? null);
  useDraftKeeper(draft, () => (typed === null || typed === row.notes ? null : { notes: typed }));
  /** Notes when the user began to type. */
  const [seen, setSeen] = useState(row.notes);
  // Another user's new notes are shown at once. They are overwritten only after a choice.
  const theirs = typed !== null && row.notes !== seen ? row.notes : null;
  const write = (notes: string | null) => {
    setTyped(notes);
    setSeen(row.notes);
  };
  const save = useApiMutation(taskEndpoints.updateNotes, {
    onSuccess: (task) => {
      putOwnTasks(client, [task]);
      setTyped(null);
      toast.success(t('notesSaved'));
    },
    onError: (error) => {
      const current = missedVersion(error);
      if (!current) {
        void invalidateTopics(client, ['task']);
        return false;
      }
      putTasks(client, [current]);
      // Other steps do not change the notes, so the notes are sent again. Changed notes need a choice.
      if (current.notes === seen && typed !== null)
        save.mutate({ task_id: row.task_id, version: current.version, notes: typed });
      return true;
    },
  });
  const mine = [row.editor, row.first_qc, row.second_qc].includes(actor.user_id);
  const may = mine || holds(actor, 'npn_change_task_note') || holds(actor, 'npn_do_any_task');

  if (typed === null) {
    return over ? null : (
      <div className={drawerCss.notes}>
        <p className={row.notes ? parts.note : parts.muted}>{row.notes || t('noNotes')}</p>
        {may && (
          <Button size="small" onClick={() => write(row.notes)}>
            {t('editNotes')}
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className={drawerCss.notes}>
      {theirs !== null && (
        <ConflictNotice title={t('notesChanged')} theirs={{ words: t('record:takeTheirs'), go: () => write(theirs) }}>
          <p className={parts.note}>{theirs || t('noNotes')}</p>
        </ConflictNotice>
      )}
      <LeaveGuard
        active={typed !== row.notes}
        saving={save.isPending}
        loses={(from, to) => to.pathname !== from.pathname || openIn(to.search) !== openIn(from.search)}
      />
      <Input.TextArea
        aria-label={t('field:notes')}
        autoFocus
        rows={4}
        maxLength={2000}
        showCount
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className={parts.buttons}>
        <Button
          type="primary"
          loading={save.isPending}
          disabled={over}
          onClick={() => {
            setSeen(row.notes);
            save.mutate({ task_id: row.task_id, version: row.version, notes: typed });
          }}
        >
          {theirs === null ? t('common:save') : t('saveMine')}
        </Button>
        <Button onClick={() => setTyped(null)}>{t('common:cancel')}</Button>
      </div>
    </div>
  );
}
