import { WORKSTREAMS } from '@darkroom/domain/customer/enums';
import { BANDS } from '@darkroom/domain/floor/bands';
import { CAN_VIEW_FLOOR } from '@darkroom/domain/floor/access';
import { HANDOVER_PARTS, SHIFTS, PARTS_OF_TODAY, type Shift } from '@darkroom/domain/floor/shift-handover';
import { NEXT_STEPS } from '@darkroom/domain/floor/next-step';
import { withTvBoards } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineDownload, defineEndpoint } from '../endpoint.ts';
import { EXPORT_ERRORS, body, day, filterDateRangeRule, dateRangeRule, instant, oneOf } from '../fields.ts';
import { bureauHours } from '../due-date/due-date.ts';

/** Maximum number of jobs that a response names for a band. `more` counts the rest. */
export const MAX_JOBS_PER_BAND = 24;
/** Maximum number of rows that a response names for a part of a shift handover. The printed file has them all. */
export const MAX_ROWS_PER_PART = 200;

const person = z.object({
  user_id: z.int().nullable().describe('Account ID of the person. Null if names are not included.'),
  full_name: z.string().nullable().describe('Full name of the person. Null if names are not included.'),
});

const floorJob = z.object({
  job_id: z.int(),
  prod_id: z.string(),
  job_name: z.string(),
  job_priority: z.string().nullable(),
  due_at: instant().nullable(),
  late: z.boolean().describe('True if the due date has passed.'),
  at_risk: z.boolean().describe('True if the job is likely to be late.'),
  since: instant().describe('Start of the longest wait of a task in its current status.'),
  strip: z
    .array(z.object({ task_id: z.int(), sub_prod_id: z.string(), status: z.int().describe('Status number.') }))
    .describe('Tasks of the job in the workstreams shown, including completed ones, ordered by sub prod ID.'),
});

const band = z.object({
  band: z.enum(BANDS).describe('Stage of the work: waiting, editing, QC 1, QC 2 or completing.'),
  tasks: z.int().describe('Number of open tasks in this stage.'),
  tasks_listed_earlier: z
    .int()
    .describe(
      'Tasks in this stage whose job is listed under an earlier stage. A job is listed once, at its least advanced task.',
    ),
  job_count: z.int().describe('Number of jobs shown in this stage.'),
  oldest: instant().nullable().describe('Start of the longest wait in this stage. Null if there are no tasks.'),
  late: z.int().describe('Jobs whose due date has passed.'),
  at_risk: z.int().describe('Jobs that are likely to be late.'),
  jobs: z.array(floorJob).describe('The first jobs of this stage.'),
  more: z.int().describe('Number of jobs that `jobs` leaves out.'),
});

/** Today until now, and the median of the same weekday of eight weeks until the same time. Null if there is no data to compare. */
const todayFigure = z.object({
  now: z.int().describe('Number today, up to the time of the data.'),
  usual: z
    .number()
    .nullable()
    .describe('Median of the same weekday in the last eight weeks until the same time. Null if there is no data.'),
});

/** One workstream, or all that the caller can see. */
const workstreamFilter = {
  workstream: oneOf(WORKSTREAMS)
    .nullable()
    .default(null)
    .describe('Workstream to show. Null: all workstreams that the caller can view.'),
};

export const floorBoard = defineEndpoint({
  name: 'floor.board',
  method: 'POST',
  path: '/api/floor/board',
  summary: 'Get the floor: open work by stage and person',
  description: 'Open work by stage, the current work of each person, and today compared with a usual day.',
  access: withTvBoards(CAN_VIEW_FLOOR),
  lock: null,
  kind: 'read',
  input: body(workstreamFilter),
  output: z.object({
    at: instant().describe('Time of the data.'),
    workstreams: z.array(z.enum(WORKSTREAMS)).describe('Workstreams shown.'),
    selectable_workstreams: z.array(z.enum(WORKSTREAMS)).describe('Workstreams that the caller can select.'),
    names: z.boolean().describe('True if names of people are included.'),
    hours: bureauHours.describe('Working hours of the bureau, to show due dates in working time.'),
    holidays: z.array(z.string()).describe('Days off, `YYYY-MM-DD`.'),
    bands: z.array(band).describe('Open work by stage, from left to right.'),
    people_working: z
      .int()
      .describe('Number of different people at work. One person can have several tasks in progress.'),
    working: z
      .array(
        person.extend({
          role: z.enum(['editor', 'first_qc', 'second_qc']).describe('Role of the person in the task.'),
          task_id: z.int(),
          sub_prod_id: z.string(),
          job_id: z.int(),
          job_name: z.string(),
          since: instant().describe('Start of the work on the task.'),
        }),
      )
      .describe('Tasks in progress, each with its person.'),
    idle: z
      .array(
        person.extend({
          since: instant().describe('Time of the person’s last step today, or of their sign-in.'),
          waits: z.int().describe('Number of tasks that wait for the person as editor.'),
        }),
      )
      .describe('People who are signed in without a task in progress.'),
    today: z
      .object({
        added: todayFigure.describe('New tasks.'),
        done: todayFigure.describe('Completed tasks.'),
        faults: todayFigure.describe('Faults found.'),
        on_time: todayFigure
          .extend({
            due: z
              .int()
              .describe(
                'Number of jobs whose due date was today and has passed. `now` counts those completed on time.',
              ),
          })
          .describe('Jobs of `due` that were completed on time. `usual` is the usual share in percent.'),
      })
      .describe('Figures of today compared with a usual day.'),
  }),
  errors: [],
  topics: ['task', 'job', 'staff', 'session', 'leave'],
});

const handoverRow = z.object({
  id: z.int().describe('ID of the job, task, person or request, depending on the part.'),
  job_id: z.int().nullable().describe('ID of the job. Null for a person, or if there is no job.'),
  task_id: z.int().nullable().describe('ID of the task. Null if the row is not a task.'),
  number: z
    .string()
    .nullable()
    .describe('Prod ID or sub prod ID, such as `261118-004` or `261118-004-01`. Null if there is none.'),
  name: z.string().describe('Name of the job or the person, or subject of the request.'),
  job_priority: z.string().nullable(),
  due_at: instant().nullable(),
  wait: z.enum(NEXT_STEPS).nullable().describe('Next step that the work waits for. Null if it waits for no step.'),
  who: z.string().nullable().describe('Name of the person that the work waits for. Null if anyone can take it.'),
  since: instant().nullable().describe('Start of the wait. Null if unknown.'),
  count: z
    .int()
    .nullable()
    .describe(
      'For a person who is away: number of their tasks. For a request: number of unread messages. Otherwise null.',
    ),
  note: z.string().nullable().describe('Note of the row. Null if there is none.'),
  is_new: z.boolean().describe('True if the row is new since the previous shift handover.'),
});

const handoverPart = z.object({
  part: z.enum(HANDOVER_PARTS).describe('Part of the shift handover.'),
  total: z.int().describe('Number of rows of the part, including those left out here.'),
  rows: z.array(handoverRow).describe('The first rows of the part.'),
  more: z.int().describe('Number of rows that `rows` leaves out.'),
  added_count: z
    .int()
    .nullable()
    .describe(
      'Number of rows added since the previous shift handover. Null if no earlier one was saved, or if one of the two lacks this part.',
    ),
  removed_count: z
    .int()
    .nullable()
    .describe('Number of rows removed since the previous shift handover. Null if `added` is null.'),
});

interface HandoverSpan {
  date_from: string;
  date_to: string;
  shift: Shift;
}
interface FilteredSpan {
  filter: HandoverSpan;
}
const isOneDay = ({ date_from, date_to, shift }: HandoverSpan): boolean => shift === 'day' || date_from === date_to;

/** Time span: a shift of a day, or whole days from the first to the last. */
const handoverTime = {
  ...workstreamFilter,
  date_from: day().describe('First day, `YYYY-MM-DD`, in Vietnam time (UTC+7). At most 31 days ago.'),
  date_to: day().describe('Last day, inclusive, `YYYY-MM-DD`. A morning or afternoon needs the same day twice.'),
  shift: oneOf(SHIFTS).default('day').describe('Whole days (`day`), or the morning or afternoon of one day.'),
};
const handoverInput = body(handoverTime)
  .refine(...dateRangeRule)
  .refine(isOneDay, { path: ['shift'], error: 'invalid' });

const handover = z.object({
  at: instant().describe('Time of the data: the end of the period, or now if the end is in the future.'),
  from: instant().describe('Start of the period.'),
  to: instant().describe('End of the period.'),
  workstreams: z.array(z.enum(WORKSTREAMS)).describe('Workstreams shown.'),
  selectable_workstreams: z.array(z.enum(WORKSTREAMS)).describe('Workstreams that the caller can select.'),
  happened: z
    .object({
      added: z.int().describe('New tasks.'),
      done: z.int().describe('Completed tasks.'),
      faults: z.int().describe('Faults found.'),
      due: z.int().describe('Jobs due in the period.'),
      on_time: z.int().describe('Jobs due in the period that were completed on time.'),
    })
    .describe('Figures from the start of the period to its end, or until now.'),
  before: z
    .object({
      at: instant().describe('Time of the data in that shift handover.'),
      by: z.string().nullable().describe('Name of the person who saved the shift handover. Null if unknown.'),
    })
    .nullable()
    .describe(
      'The last shift handover saved before the end of this one. Changes are relative to it. Null if no earlier one was saved.',
    ),
  parts: z.array(handoverPart).describe('Parts of the shift handover, in order.'),
  unavailable_parts: z
    .array(z.enum(PARTS_OF_TODAY))
    .describe('Parts that are available only for today. They are missing in a shift handover of an earlier day.'),
  removed: z
    .array(
      z.object({
        part: z.enum(HANDOVER_PARTS).describe('Part that had the row.'),
        id: z.int().describe('ID of the job, task, person or request.'),
        name: z.string().describe('Name of the row.'),
        became: z.string().nullable().describe('Outcome of the row. Null if unknown.'),
      }),
    )
    .describe('Rows of the previous shift handover that are not in this one.'),
  removed_more: z.int().describe('Number of rows that `removed` leaves out.'),
});

export const shiftHandover = defineEndpoint({
  name: 'floor.handover',
  method: 'POST',
  path: '/api/floor/shift-handover',
  summary: 'Get the shift handover of a shift or a day',
  description:
    'As of the end of the shift or day, or as of now. Includes late and urgent work, faults, rework, absences, waiting customers and changes.',
  access: CAN_VIEW_FLOOR,
  lock: null,
  kind: 'read',
  input: handoverInput,
  output: handover,
  errors: [],
  topics: ['task', 'job', 'request', 'staff', 'session', 'leave', 'shift_handover'],
});

export const shiftHandoverSave = defineEndpoint({
  name: 'floor.saveHandover',
  method: 'POST',
  path: '/api/floor/shift-handover/save',
  summary: 'Save the shift handover',
  description: 'The next shift handover shows the changes since then.',
  access: CAN_VIEW_FLOOR,
  lock: null,
  kind: 'write',
  input: handoverInput,
  output: z.object({
    id: z.int().describe('ID of the saved shift handover.'),
    at: instant().describe('Time of the data.'),
  }),
  errors: ['not_found'],
});

export const shiftHandoverExport = defineDownload({
  name: 'floor.handoverFile',
  path: '/api/floor/shift-handover/export',
  summary: 'Export the shift handover as a PDF',
  access: CAN_VIEW_FLOOR,
  input: body({ format: oneOf(['pdf']), language: oneOf(['vi', 'en']), filter: body(handoverTime) })
    .refine(...filterDateRangeRule)
    .refine(({ filter }: FilteredSpan) => isOneDay(filter), { path: ['filter', 'shift'], error: 'invalid' }),
  errors: EXPORT_ERRORS,
});

export const floorEndpoints = {
  board: floorBoard,
  handover: shiftHandover,
  saveHandover: shiftHandoverSave,
  handoverFile: shiftHandoverExport,
};
