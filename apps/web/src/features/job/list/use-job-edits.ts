import type { Endpoint, InputOf } from '@darkroom/contract/endpoint';
import { job as jobSchema, jobDetail, jobEndpoints } from '@darkroom/contract/job/job';
import { JOB } from '@darkroom/contract/field-tables/job';
import { task as taskSchema, taskEndpoints, type Task } from '@darkroom/contract/task/task';
import type { Day } from '@darkroom/domain/calendar/day';
import { readWrittenDay } from '@darkroom/domain/calendar/written-day';
import { movesBill } from '@darkroom/domain/job/figures';
import { JOB_PRIORITIES } from '@darkroom/domain/job/status';
import { markOf, readNumber } from '@darkroom/domain/number/read';
import { holds } from '@darkroom/domain/permission/access';
import { dueDateError } from '@darkroom/domain/due-date/turnaround';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useLabels } from '../../../lib/words/fields.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { usePriorityWord } from '../../../lib/session/lookups.ts';
import { useStop } from '../../../lib/session/locks.ts';
import { useApiMutation } from '../../../lib/call/query.ts';
import { useActor, useCan } from '../../../lib/session/session.ts';
import { refusalOf } from '../../../entities/task/calls/task-refusal.ts';
import type { CellEdit } from '../../../ui/data-table/edit/cell-edit.ts';
import { useDayError } from '../../../ui/day-picker/use-day-rule.ts';
import { schemaOf } from '../../../ui/record-form/field-schema.ts';
import { useSchemaError } from '../../../ui/record-form/use-schema-error.ts';
import { putDetail, putTask } from './job-cache.ts';
import { usePutEdited } from './use-put-edited.ts';

const jobFields = jobSchema.omit({ job_details: true });
const detailFields = jobDetail.omit({ tasks: true });
type JobRow = z.output<typeof jobFields>;
type DetailRow = z.output<typeof detailFields>;

type JobPatch = InputOf<typeof jobEndpoints.update>;
type JobField = Exclude<keyof JobPatch & keyof typeof JOB, 'job_id' | 'version' | 'customer2_id' | 'due_at'>;
type JobText = Exclude<JobField, 'job_date' | 'job_priority'>;
/** Text fields of a job that can be changed. */
const JOB_TEXTS = (Object.keys(jobEndpoints.update.input.shape) as JobField[]).filter((name): name is JobText =>
  ['text', 'notes', 'link'].includes(JOB[name]?.kind),
);

/** Fields that can be edited in place, by kind of row. Undefined without permission or under a lock. */
export interface JobEdits {
  job?: Record<JobField, CellEdit<JobRow>> | undefined;
  detail?: Record<'quantity' | 'note', CellEdit<DetailRow>> | undefined;
  counts?: Record<'x1' | 'x2' | 'x3', CellEdit<Task>> | undefined;
  notes?: CellEdit<Task> | undefined;
}

/** Reason for changes of tasks. The user enters it once, and it is kept while the page is open. */
export interface ReasonKeeper {
  get: () => string;
  set: (reason: string) => void;
}

export function reasonKeeper(): ReasonKeeper {
  let kept = '';
  return {
    get: () => kept,
    set: (reason) => {
      kept = reason;
    },
  };
}

const dayIn = (text: string): Day | null => {
  const read = readWrittenDay(text);
  return read.ok ? read.day : null;
};

const priorityIn = (text: string) => JOB_PRIORITIES.find((one) => one === text) ?? null;

/** Current record, as sent with an error. */
const currentOf =
  <R>(schema: z.ZodType<R>) =>
  (current: unknown): R | null =>
    schema.safeParse(current).data ?? null;

/** The editor shows the error itself. */
const quietly = { onError: () => true } as const;

/** In-place edits of the job page. The object stays the same until a part changes, because columns depend on it. */
export function useJobEdits(reason: ReasonKeeper): JobEdits {
  const { t, i18n } = useTranslation(['job', 'status', 'errors', 'field']);
  const mark = markOf(i18n.resolvedLanguage);
  const { day, dayTime, number } = useFormat();
  const dayTrouble = useDayError();
  const priorityWord = usePriorityWord();
  const label = useLabels(JOB);
  const troubleWith = useSchemaError();
  const may = useCan();
  const stop = useStop();
  const actor = useActor();
  const client = useQueryClient();
  const { mutateAsync: updateJob } = useApiMutation(jobEndpoints.update, quietly);
  const putEdited = usePutEdited();
  const { mutateAsync: updateDetail } = useApiMutation(jobEndpoints.updateDetail, quietly);
  const { mutateAsync: adminUpdate } = useApiMutation(taskEndpoints.adminUpdate, quietly);
  const { mutateAsync: updateNotes } = useApiMutation(taskEndpoints.updateNotes, quietly);
  const open = (call: (typeof jobEndpoints)['update' | 'updateDetail'] | (typeof taskEndpoints)['adminUpdate']) =>
    may(call.access) && stop(call) === null;
  const mayJob = open(jobEndpoints.update);
  const mayDetail = open(jobEndpoints.updateDetail);
  const mayTask = open(taskEndpoints.adminUpdate);
  const mayNotes = holds(actor, 'npn_change_task_note') && stop(taskEndpoints.updateNotes) === null;

  return useMemo(() => {
    const numberOf = (text: string) => {
      const read = readNumber(text, mark, 'whole');
      return read.ok ? read.value : NaN;
    };
    /** Error of a value by the call's schema, before it is sent. */
    const checked = (call: Endpoint, name: string, valueOf: (text: string) => unknown = (text) => text) => {
      const schema = schemaOf(call.input, name);
      return (text: string) => (schema ? troubleWith(schema, valueOf(text)) : null);
    };
    const askMeant = (over: 'ask.belowCounted' | 'ask.overOrdered') => (error: unknown) => {
      const { asks } = refusalOf(t, error);
      if (!asks) return null;
      const counted = number(asks.counted);
      if (asks.code === 'over_ordered') return t(over, { counted, ordered: number(asks.ordered) });
      const fewer = asks.delivered - asks.counted;
      return t('ask.belowDelivered', {
        counted,
        delivered: number(asks.delivered),
        count: fewer,
        n: number(fewer),
      });
    };
    const sendJob = async (row: JobRow, field: JobField, value: JobPatch[JobField]) => {
      const { job_id, version } = row;
      putEdited(await updateJob({ job_id, version, [field]: value }), { [field]: row[field] });
    };
    const sendDetail = async (
      { job_detail_id, version }: DetailRow,
      patch: Partial<InputOf<typeof jobEndpoints.updateDetail>>,
    ) => putDetail(client, await updateDetail({ job_detail_id, version, ...patch }));
    const sendTask = async (
      { task_id, version }: Task,
      patch: Partial<InputOf<typeof taskEndpoints.adminUpdate>>,
      why: string,
    ) => putTask(client, await adminUpdate({ task_id, version, ...patch, reason: why }));

    const ofJob = { current: currentOf<JobRow>(jobFields) };
    const ofDetail = { current: currentOf<DetailRow>(detailFields) };
    const ofTask = {
      current: currentOf<Task>(taskSchema),
      reason: { label: t('reasonAsked'), get: reason.get, set: reason.set },
    };
    const textOf = (name: JobText): CellEdit<JobRow> => ({
      ...ofJob,
      kind: JOB[name].kind === 'notes' ? 'notes' : 'text',
      field: label(name),
      read: (row) => row[name] ?? '',
      check: checked(jobEndpoints.update, name),
      send: (row, text) => sendJob(row, name, text),
    });
    const texts = Object.fromEntries(JOB_TEXTS.map((name) => [name, textOf(name)])) as Record<
      JobText,
      CellEdit<JobRow>
    >;
    const job: JobEdits['job'] = {
      ...texts,
      job_date: {
        ...ofJob,
        kind: 'day',
        field: t('field:job_date'),
        // Same format as on all screens, in every browser language (decision 077).
        read: (row) => day(row.job_date),
        kept: (text) => (dayIn(text) ? day(dayIn(text)) : text),
        check: (text, row) => {
          const job_date = dayIn(text);
          if (!job_date) return text.trim() === '' ? t('errors:field.required') : dayTrouble(text);
          return dueDateError(row, { job_date }) === 'promised_before'
            ? t('errors:field.promised_before_of', { due: dayTime(row.due_at) })
            : null;
        },
        ask: (row, text) => {
          const job_date = dayIn(text);
          return job_date && movesBill(row, job_date)
            ? t('ask.movesBill', { from: day(row.job_date), to: day(job_date) })
            : null;
        },
        send: (row, text) => sendJob(row, 'job_date', dayIn(text) ?? row.job_date),
      },
      job_priority: {
        ...ofJob,
        kind: 'choice',
        field: t('field:job_priority'),
        options: [
          { value: '', label: t('status:priority.none') },
          ...JOB_PRIORITIES.map((value) => ({ value, label: priorityWord(value) })),
        ],
        read: (row) => row.job_priority ?? '',
        words: (text) => (priorityIn(text) ? priorityWord(priorityIn(text)!) : t('status:priority.none')),
        send: (row, text) => sendJob(row, 'job_priority', priorityIn(text)),
      },
    };
    const detail: JobEdits['detail'] = {
      quantity: {
        ...ofDetail,
        kind: 'number',
        field: t('field:quantity'),
        read: (row) => String(row.quantity),
        check: checked(jobEndpoints.updateDetail, 'quantity', numberOf),
        askBack: askMeant('ask.belowCounted'),
        send: (row, text, _why, meant) =>
          sendDetail(row, { quantity: numberOf(text), ...(meant ? { over: true } : {}) }),
      },
      note: {
        ...ofDetail,
        kind: 'notes',
        field: t('field:note'),
        read: (row) => row.note,
        check: checked(jobEndpoints.updateDetail, 'note'),
        send: (row, note) => sendDetail(row, { note }),
      },
    };
    const count = (x: 'x1' | 'x2' | 'x3'): CellEdit<Task> => {
      const ask = askMeant('ask.overOrdered');
      // A confirmation covers only the question that was asked.
      let meant: { over?: true; fewer?: true } = {};
      return {
        ...ofTask,
        kind: 'number',
        field: t(`field:${x}`),
        read: (row) => String(row[x]),
        check: checked(taskEndpoints.adminUpdate, x, numberOf),
        askBack: (error) => {
          const { asks } = refusalOf(t, error);
          if (asks) meant = { ...meant, [asks.code === 'over_ordered' ? 'over' : 'fewer']: true };
          return ask(error);
        },
        send: (row, text, why, yes) => {
          if (!yes) meant = {};
          return sendTask(row, { [x]: numberOf(text), ...meant }, why);
        },
      };
    };
    const notes: CellEdit<Task> = {
      ...ofTask,
      kind: 'notes',
      field: t('field:notes'),
      read: (row) => row.notes,
      check: checked(taskEndpoints.adminUpdate, 'notes'),
      send: (row, text, why) => sendTask(row, { notes: text }, why),
    };
    // A user with the permission to change notes needs no reason.
    const freely: CellEdit<Task> = {
      ...notes,
      reason: undefined,
      send: async ({ task_id, version }, text) => putTask(client, await updateNotes({ task_id, version, notes: text })),
    };
    return {
      job: mayJob ? job : undefined,
      detail: mayDetail ? detail : undefined,
      counts: mayTask ? { x1: count('x1'), x2: count('x2'), x3: count('x3') } : undefined,
      notes: mayNotes ? freely : mayTask ? notes : undefined,
    };
  }, [
    t,
    day,
    dayTime,
    dayTrouble,
    number,
    priorityWord,
    label,
    troubleWith,
    client,
    putEdited,
    reason,
    updateJob,
    updateDetail,
    adminUpdate,
    updateNotes,
    mayJob,
    mayDetail,
    mayTask,
    mayNotes,
    mark,
  ]);
}
