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
  /** Null without names. */
  user_id: z.int().nullable(),
  full_name: z.string().nullable(),
});

const floorJob = z.object({
  job_id: z.int(),
  prod_id: z.string(),
  job_name: z.string(),
  job_priority: z.string().nullable(),
  due_at: instant().nullable(),
  late: z.boolean(),
  at_risk: z.boolean(),
  /** Start of the longest wait of a task in its current status. */
  since: instant(),
  /** Tasks of the job in the workstreams shown, with completed ones, ordered by sub_prod_id. */
  strip: z.array(z.object({ task_id: z.int(), sub_prod_id: z.string(), status: z.int() })),
});

const band = z.object({
  band: z.enum(BANDS),
  tasks: z.int(),
  /** Count of tasks whose job is shown further left, at its least advanced task. */
  of_earlier: z.int(),
  jobs: z.int(),
  oldest: instant().nullable(),
  late: z.int(),
  at_risk: z.int(),
  strips: z.array(floorJob),
  /** Count of jobs here that `strips` does not name. */
  more: z.int(),
});

/** Today until now, and the median of the same weekday of eight weeks until the same time. Null if there is no data to compare. */
const todayFigure = z.object({ now: z.int(), usual: z.number().nullable() });

/** One workstream, or all that the caller can see. */
const workstreamFilter = { workstream: oneOf(WORKSTREAMS).nullable().default(null) };

export const floorBoard = defineEndpoint({
  name: 'floor.board',
  method: 'POST',
  path: '/api/floor/board',
  summary: 'Get the current overview of work',
  description: 'Open work by band, the current work of each person, and today compared with a usual day.',
  access: withTvBoards(CAN_VIEW_FLOOR),
  lock: null,
  kind: 'read',
  input: body(workstreamFilter),
  output: z.object({
    at: instant(),
    /** Workstreams shown, and those that the caller can select. */
    workstreams: z.array(z.enum(WORKSTREAMS)),
    seen: z.array(z.enum(WORKSTREAMS)),
    /** True if names of people are included. */
    names: z.boolean(),
    /** The bureau's hours. Due dates are shown in working time (decision 125), also on TV boards. */
    hours: bureauHours,
    holidays: z.array(z.string()),
    bands: z.array(band),
    /** Count of different people at work. One person can have several started tasks. */
    people_working: z.int(),
    working: z.array(
      person.extend({
        part: z.enum(['editor', 'first_qc', 'second_qc']),
        task_id: z.int(),
        sub_prod_id: z.string(),
        job_id: z.int(),
        job_name: z.string(),
        since: instant(),
      }),
    ),
    /** `since`: time of their last move today, or of their sign-in. `waits`: count of their tasks that are not started. */
    idle: z.array(person.extend({ since: instant(), waits: z.int() })),
    today: z.object({
      added: todayFigure,
      done: todayFigure,
      faults: todayFigure,
      /** `now` counts part of `due`. `usual` is a share in percent. */
      on_time: todayFigure.extend({ due: z.int() }),
    }),
  }),
  errors: [],
  topics: ['task', 'job', 'staff', 'session'],
});

const handoverRow = z.object({
  /** Id of the job, task, person or request that the part lists. */
  id: z.int(),
  job_id: z.int().nullable(),
  task_id: z.int().nullable(),
  /** `261118-004` or `261118-004-01`. */
  number: z.string().nullable(),
  name: z.string(),
  job_priority: z.string().nullable(),
  due_at: instant().nullable(),
  /** Reason of the wait, the person waited for, and its start. */
  wait: z.enum(NEXT_STEPS).nullable(),
  who: z.string().nullable(),
  since: instant().nullable(),
  /** For a person who is away: count of their tasks. For a request: count of unread messages. */
  count: z.int().nullable(),
  note: z.string().nullable(),
  /** True if this part of the previous shift handover did not have it. */
  is_new: z.boolean(),
});

const handoverPart = z.object({
  part: z.enum(HANDOVER_PARTS),
  total: z.int(),
  rows: z.array(handoverRow),
  more: z.int(),
  /** Counts of added and removed rows since the previous shift handover. Null without one, or when one of the two lacks this part. */
  added_count: z.int().nullable(),
  removed_count: z.int().nullable(),
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
  date_from: day(),
  date_to: day(),
  shift: oneOf(SHIFTS).default('day'),
};
const handoverInput = body(handoverTime)
  .refine(...dateRangeRule)
  .refine(isOneDay, { path: ['shift'], error: 'invalid' });

const handover = z.object({
  /** As-of time: the end of the span, or now if the end is in the future. */
  at: instant(),
  from: instant(),
  to: instant(),
  workstreams: z.array(z.enum(WORKSTREAMS)),
  seen: z.array(z.enum(WORKSTREAMS)),
  /** Counts from the start to the end of the span, or until now. */
  happened: z.object({ added: z.int(), done: z.int(), faults: z.int(), due: z.int(), on_time: z.int() }),
  /** The last shift handover saved before the end of this one. Changes are relative to it. */
  before: z.object({ at: instant(), by: z.string().nullable() }).nullable(),
  parts: z.array(handoverPart),
  /** Parts that exist for today only. They are missing in a shift handover that ended on an earlier day. */
  unavailable_parts: z.array(z.enum(PARTS_OF_TODAY)),
  /** Rows of the previous shift handover that are gone, each with its outcome as a key of the status dictionary. */
  removed: z.array(
    z.object({ part: z.enum(HANDOVER_PARTS), id: z.int(), name: z.string(), became: z.string().nullable() }),
  ),
  removed_more: z.int(),
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
  topics: ['task', 'job', 'request', 'staff', 'session', 'shift_handover'],
});

export const shiftHandoverSave = defineEndpoint({
  name: 'floor.saveHandover',
  method: 'POST',
  path: '/api/floor/shift-handover/keep',
  summary: 'Store the shift handover of a time',
  description: 'The next shift handover shows the changes since then.',
  access: CAN_VIEW_FLOOR,
  lock: null,
  kind: 'write',
  input: handoverInput,
  output: z.object({ id: z.int(), at: instant() }),
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
