import type { Endpoint, InputOf } from '@darkroom/contract/endpoint';
import { job as jobSchema, jobDetail, jobEndpoints } from '@darkroom/contract/job/job';
import { JOB } from '@darkroom/contract/field-tables/job';
import { task as taskSchema, taskEndpoints, type Task } from '@darkroom/contract/task/task';
import type { Day } from '@darkroom/domain/calendar/day';
import { readWrittenDay } from '@darkroom/domain/calendar/written-day';
import { movesToOtherBill } from '@darkroom/domain/job/figures';
import { JOB_PRIORITIES } from '@darkroom/domain/job/status';
import { getDecimalMark, parseNumber } from '@darkroom/domain/number/parse';
import { hasPermission } from '@darkroom/domain/permission/access';
import { findDueDateError } from '@darkroom/domain/due-date/turnaround';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import type { z } from 'zod';
import { useFieldLabels } from '../../../lib/i18n/fields.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { usePriorityLabel } from '../../../lib/session/lookups.ts';
import { useLockReason } from '../../../lib/session/locks.ts';
import { useApiMutation } from '../../../lib/api/query.ts';
import { useActor, useCan } from '../../../lib/session/session.ts';
import { toRefusal } from '../../../entities/task/calls/task-refusal.ts';
import type { TableCellEdit } from '../../../ui/data-table/edit/cell-edit.ts';
import { useDayError } from '../../../ui/day-picker/use-day-rule.ts';
import { findSchema } from '../../../ui/record-form/field-schema.ts';
import { useSchemaError } from '../../../ui/record-form/use-schema-error.ts';
import { putDetail, putTask } from './job-cache.ts';
import { useApplyEditedJob } from './use-apply-edited-job.ts';

const jobRowSchema = jobSchema.omit({ job_details: true });
const detailRowSchema = jobDetail.omit({ tasks: true });
type JobRow = z.output<typeof jobRowSchema>;
type DetailRow = z.output<typeof detailRowSchema>;

type JobPatch = InputOf<typeof jobEndpoints.update>;
type JobField = Exclude<keyof JobPatch & keyof typeof JOB, 'job_id' | 'version' | 'customer2_id' | 'due_at'>;
type JobText = Exclude<JobField, 'job_date' | 'job_priority'>;
/** Text fields of a job that can be changed. */
const JOB_TEXTS = (Object.keys(jobEndpoints.update.input.shape) as JobField[]).filter((name): name is JobText =>
  ['text', 'notes', 'link'].includes(JOB[name]?.kind),
);

/** Fields that can be edited in place, by kind of row. Undefined without permission or under a lock. */
export interface JobEdits {
  job?: Record<JobField, TableCellEdit<JobRow>> | undefined;
  detail?: Record<'quantity' | 'note', TableCellEdit<DetailRow>> | undefined;
  counts?: Record<'x1' | 'x2' | 'x3', TableCellEdit<Task>> | undefined;
  notes?: TableCellEdit<Task> | undefined;
}

/** Reason for changes of tasks. The user enters it once, and it is stored while the page is open. */
export interface ReasonStore {
  get: () => string;
  set: (reason: string) => void;
}

export function createReasonStore(): ReasonStore {
  let savedReason = '';
  return {
    get: () => savedReason,
    set: (reason) => {
      savedReason = reason;
    },
  };
}

const parseDay = (text: string): Day | null => {
  const parsed = readWrittenDay(text);
  return parsed.ok ? parsed.day : null;
};

const parsePriority = (text: string) => JOB_PRIORITIES.find((item) => item === text) ?? null;

/** Returns a parser of the current record, which an error contains. */
const createCurrentParser =
  <R>(schema: z.ZodType<R>) =>
  (current: unknown): R | null =>
    schema.safeParse(current).data ?? null;

/** The editor shows the error itself. */
const silentOptions = { onError: () => true } as const;

/** Returns the in-place edits of the job page. The object stays the same until a part changes, because columns depend on it. */
export function useJobEdits(reasonStore: ReasonStore): JobEdits {
  const { t, i18n } = useTranslation(['job', 'status', 'errors', 'field']);
  const decimalMark = getDecimalMark(i18n.resolvedLanguage);
  const { day, dayTime, number } = useFormat();
  const formatDayError = useDayError();
  const priorityWord = usePriorityLabel();
  const label = useFieldLabels(JOB);
  const formatSchemaError = useSchemaError();
  const can = useCan();
  const stop = useLockReason();
  const actor = useActor();
  const client = useQueryClient();
  const { mutateAsync: updateJob } = useApiMutation(jobEndpoints.update, silentOptions);
  const applyEditedJob = useApplyEditedJob();
  const { mutateAsync: updateDetail } = useApiMutation(jobEndpoints.updateDetail, silentOptions);
  const { mutateAsync: adminUpdate } = useApiMutation(taskEndpoints.adminUpdate, silentOptions);
  const { mutateAsync: updateNotes } = useApiMutation(taskEndpoints.updateNotes, silentOptions);
  const isCallOpen = (call: (typeof jobEndpoints)['update' | 'updateDetail'] | (typeof taskEndpoints)['adminUpdate']) =>
    can(call.access) && stop(call) === null;
  const canEditJob = isCallOpen(jobEndpoints.update);
  const canEditDetail = isCallOpen(jobEndpoints.updateDetail);
  const canEditTask = isCallOpen(taskEndpoints.adminUpdate);
  const canEditNotes = hasPermission(actor, 'npn_change_task_note') && stop(taskEndpoints.updateNotes) === null;

  return useMemo(() => {
    const parseQuantity = (text: string) => {
      const parsed = parseNumber(text, decimalMark, 'whole');
      return parsed.ok ? parsed.value : NaN;
    };
    /** Creates a function that checks a value with the endpoint's schema before the value is sent. */
    const createCheck = (call: Endpoint, name: string, valueOf: (text: string) => unknown = (text) => text) => {
      const schema = findSchema(call.input, name);
      return (text: string) => (schema ? formatSchemaError(schema, valueOf(text)) : null);
    };
    const createCountQuestion = (overKey: 'ask.belowCounted' | 'ask.overOrdered') => (error: unknown) => {
      const { question: asks } = toRefusal(t, error);
      if (!asks) return null;
      const counted = number(asks.counted);
      if (asks.code === 'over_ordered') return t(overKey, { counted, ordered: number(asks.ordered) });
      const fewerCount = asks.delivered - asks.counted;
      return t('ask.belowDelivered', {
        counted,
        delivered: number(asks.delivered),
        count: fewerCount,
        n: number(fewerCount),
      });
    };
    const sendJob = async (row: JobRow, field: JobField, value: JobPatch[JobField]) => {
      const { job_id, version } = row;
      applyEditedJob(await updateJob({ job_id, version, [field]: value }), { [field]: row[field] });
    };
    const sendDetail = async (
      { job_detail_id, version }: DetailRow,
      patch: Partial<InputOf<typeof jobEndpoints.updateDetail>>,
    ) => putDetail(client, await updateDetail({ job_detail_id, version, ...patch }));
    const sendTask = async (
      { task_id, version }: Task,
      patch: Partial<InputOf<typeof taskEndpoints.adminUpdate>>,
      taskReason: string,
    ) => putTask(client, await adminUpdate({ task_id, version, ...patch, reason: taskReason }));

    const jobEditBase = { current: createCurrentParser<JobRow>(jobRowSchema) };
    const detailEditBase = { current: createCurrentParser<DetailRow>(detailRowSchema) };
    const taskEditBase = {
      current: createCurrentParser<Task>(taskSchema),
      reason: { label: t('reasonAsked'), get: reasonStore.get, set: reasonStore.set },
    };
    const createTextEdit = (name: JobText): TableCellEdit<JobRow> => ({
      ...jobEditBase,
      kind: JOB[name].kind === 'notes' ? 'notes' : 'text',
      field: label(name),
      read: (row) => row[name] ?? '',
      check: createCheck(jobEndpoints.update, name),
      send: (row, text) => sendJob(row, name, text),
    });
    const textEdits = Object.fromEntries(JOB_TEXTS.map((name) => [name, createTextEdit(name)])) as Record<
      JobText,
      TableCellEdit<JobRow>
    >;
    const job: JobEdits['job'] = {
      ...textEdits,
      job_date: {
        ...jobEditBase,
        kind: 'day',
        field: t('field:job_date'),
        // Same format as on all screens, in every browser language (decision 077).
        read: (row) => day(row.job_date),
        normalize: (text) => (parseDay(text) ? day(parseDay(text)) : text),
        check: (text, row) => {
          const job_date = parseDay(text);
          if (!job_date) return text.trim() === '' ? t('errors:field.required') : formatDayError(text);
          return findDueDateError(row, { job_date }) === 'due_before_job_date'
            ? t('errors:field.dueBeforeJobDateOf', { due: dayTime(row.due_at) })
            : null;
        },
        ask: (row, text) => {
          const job_date = parseDay(text);
          return job_date && movesToOtherBill(row, job_date)
            ? t('ask.movesBill', { from: day(row.job_date), to: day(job_date) })
            : null;
        },
        send: (row, text) => sendJob(row, 'job_date', parseDay(text) ?? row.job_date),
      },
      job_priority: {
        ...jobEditBase,
        kind: 'choice',
        field: t('field:job_priority'),
        options: [
          { value: '', label: t('status:priority.none') },
          ...JOB_PRIORITIES.map((value) => ({ value, label: priorityWord(value) })),
        ],
        read: (row) => row.job_priority ?? '',
        words: (text) => (parsePriority(text) ? priorityWord(parsePriority(text)!) : t('status:priority.none')),
        send: (row, text) => sendJob(row, 'job_priority', parsePriority(text)),
      },
    };
    const detail: JobEdits['detail'] = {
      quantity: {
        ...detailEditBase,
        kind: 'number',
        field: t('field:quantity'),
        read: (row) => String(row.quantity),
        check: createCheck(jobEndpoints.updateDetail, 'quantity', parseQuantity),
        askAfterError: createCountQuestion('ask.belowCounted'),
        send: (row, text, _why, isConfirmed) =>
          sendDetail(row, { quantity: parseQuantity(text), ...(isConfirmed ? { over: true } : {}) }),
      },
      note: {
        ...detailEditBase,
        kind: 'notes',
        field: t('field:note'),
        read: (row) => row.note,
        check: createCheck(jobEndpoints.updateDetail, 'note'),
        send: (row, note) => sendDetail(row, { note }),
      },
    };
    const createCountEdit = (x: 'x1' | 'x2' | 'x3'): TableCellEdit<Task> => {
      const ask = createCountQuestion('ask.overOrdered');
      // A confirmation is valid only for the question that the user saw.
      let confirmations: { over?: true; fewer?: true } = {};
      return {
        ...taskEditBase,
        kind: 'number',
        field: t(`field:${x}`),
        read: (row) => String(row[x]),
        check: createCheck(taskEndpoints.adminUpdate, x, parseQuantity),
        askAfterError: (error) => {
          const { question: asks } = toRefusal(t, error);
          if (asks) confirmations = { ...confirmations, [asks.code === 'over_ordered' ? 'over' : 'fewer']: true };
          return ask(error);
        },
        send: (row, text, taskReason, isConfirmed) => {
          if (!isConfirmed) confirmations = {};
          return sendTask(row, { [x]: parseQuantity(text), ...confirmations }, taskReason);
        },
      };
    };
    const notes: TableCellEdit<Task> = {
      ...taskEditBase,
      kind: 'notes',
      field: t('field:notes'),
      read: (row) => row.notes,
      check: createCheck(taskEndpoints.adminUpdate, 'notes'),
      send: (row, text, taskReason) => sendTask(row, { notes: text }, taskReason),
    };
    // A user with the permission to change notes needs no reason.
    const notesWithoutReason: TableCellEdit<Task> = {
      ...notes,
      reason: undefined,
      send: async ({ task_id, version }, text) => putTask(client, await updateNotes({ task_id, version, notes: text })),
    };
    return {
      job: canEditJob ? job : undefined,
      detail: canEditDetail ? detail : undefined,
      counts: canEditTask
        ? { x1: createCountEdit('x1'), x2: createCountEdit('x2'), x3: createCountEdit('x3') }
        : undefined,
      notes: canEditNotes ? notesWithoutReason : canEditTask ? notes : undefined,
    };
  }, [
    t,
    day,
    dayTime,
    formatDayError,
    number,
    priorityWord,
    label,
    formatSchemaError,
    client,
    applyEditedJob,
    reasonStore,
    updateJob,
    updateDetail,
    adminUpdate,
    updateNotes,
    canEditJob,
    canEditDetail,
    canEditTask,
    canEditNotes,
    decimalMark,
  ]);
}
