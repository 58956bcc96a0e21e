import { taskEndpoints, type TaskRow } from '@darkroom/contract/task/task';
import { hasPermission } from '@darkroom/domain/permission/access';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { invalidateTopics, useApiMutation } from '../../../lib/api/query.ts';
import { useActor } from '../../../lib/session/session.ts';
import { useToast } from '../../../lib/toast.ts';
import { useDraftSaving, useRestoredDraft } from '../../../ui/record-form/use-form-draft.ts';
import { LeaveGuard } from '../../../ui/page/leave-guard.tsx';
import { ConflictNotice } from '../../../ui/conflict/conflict-notice.tsx';
import { cacheMyTasks, cacheTasks } from '../../../entities/task/calls/task-cache.ts';
import { getCurrentTask } from '../../../entities/task/calls/task-refusal.ts';
import parts from '../../../entities/task/history/task-parts.module.css';
import drawerCss from './drawer.module.css';

const getTaskParam = (search: object): unknown => ('task' in search ? search.task : undefined);

/** Notes of the task. Its editor, its QCs and users with permission can change them (domain §7). */
export function TaskNotes({
  row,
  isDeleted = false,
}: {
  row: TaskRow;
  /** True if the task was deleted. The user can still copy the typed text. */ isDeleted?: boolean;
}) {
  const { t } = useTranslation(['task', 'common', 'field', 'record']);
  const toast = useToast();
  const client = useQueryClient();
  const actor = useActor();
  const draft = `task-notes.${row.task_id}`;
  const lostDraft = useRestoredDraft<{ notes: string }>(draft);
  const [typedNotes, setTypedNotes] = useState<string | null>(lostDraft?.notes ?? null);
  useDraftSaving(draft, () => (typedNotes === null || typedNotes === row.notes ? null : { notes: typedNotes }));
  /** Notes when the user began to type. */
  const [notesAtStart, setNotesAtStart] = useState(row.notes);
  // Another user's new notes are shown immediately. They are overwritten only after a choice.
  const theirs = typedNotes !== null && row.notes !== notesAtStart ? row.notes : null;
  const startTyping = (notes: string | null) => {
    setTypedNotes(notes);
    setNotesAtStart(row.notes);
  };
  const save = useApiMutation(taskEndpoints.updateNotes, {
    onSuccess: (task) => {
      cacheMyTasks(client, [task]);
      setTypedNotes(null);
      toast.success(t('notesSaved'));
    },
    onError: (error) => {
      const current = getCurrentTask(error);
      if (!current) {
        void invalidateTopics(client, ['task']);
        return false;
      }
      cacheTasks(client, [current]);
      // Other steps do not change the notes, so the notes are sent again. Changed notes need a choice.
      if (current.notes === notesAtStart && typedNotes !== null)
        save.mutate({ task_id: row.task_id, version: current.version, notes: typedNotes });
      return true;
    },
  });
  const isWorker = [row.editor, row.first_qc, row.second_qc].includes(actor.user_id);
  const canEdit = isWorker || hasPermission(actor, 'npn_change_task_note') || hasPermission(actor, 'npn_do_any_task');

  if (typedNotes === null) {
    return isDeleted ? null : (
      <div className={drawerCss.notes}>
        <p className={row.notes ? parts.note : parts.muted}>{row.notes || t('noNotes')}</p>
        {canEdit && (
          <Button size="small" onClick={() => startTyping(row.notes)}>
            {t('editNotes')}
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className={drawerCss.notes}>
      {theirs !== null && (
        <ConflictNotice
          title={t('notesChanged')}
          theirs={{ words: t('record:takeTheirs'), go: () => startTyping(theirs) }}
        >
          <p className={parts.note}>{theirs || t('noNotes')}</p>
        </ConflictNotice>
      )}
      <LeaveGuard
        active={typedNotes !== row.notes}
        saving={save.isPending}
        loses={(from, to) => to.pathname !== from.pathname || getTaskParam(to.search) !== getTaskParam(from.search)}
      />
      <Input.TextArea
        aria-label={t('field:notes')}
        autoFocus
        rows={4}
        maxLength={2000}
        showCount
        value={typedNotes}
        onChange={(event) => setTypedNotes(event.target.value)}
      />
      <div className={parts.buttons}>
        <Button
          type="primary"
          loading={save.isPending}
          disabled={isDeleted}
          onClick={() => {
            setNotesAtStart(row.notes);
            save.mutate({ task_id: row.task_id, version: row.version, notes: typedNotes });
          }}
        >
          {theirs === null ? t('common:save') : t('saveMine')}
        </Button>
        <Button onClick={() => setTypedNotes(null)}>{t('common:cancel')}</Button>
      </div>
    </div>
  );
}
