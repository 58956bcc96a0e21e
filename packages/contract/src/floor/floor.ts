import { WORKSTREAMS } from '@darkroom/domain/customer/enums';
import { BANDS } from '@darkroom/domain/floor/bands';
import { VIEWS_FLOOR } from '@darkroom/domain/floor/access';
import { HANDOVER_PARTS, SHIFTS, PARTS_OF_TODAY, type Shift } from '@darkroom/domain/floor/shift-handover';
import { WAITS } from '@darkroom/domain/floor/waiting';
import { andWalls } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineDownload, defineEndpoint } from '../endpoint.ts';
import { EXPORT_ERRORS, body, day, filterInOrder, inOrder, instant, oneOf } from '../fields.ts';
import { bureauHours } from '../promise/promise.ts';

/** Jobs of a band that an answer names; how many more there are it says. */
export const JOBS_A_BAND = 24;
/** Rows of a part of a brief that an answer names: what is printed holds them all. */
export const ROWS_A_PART = 200;

const person = z.object({
  /** null where names are not told. */
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
  /** Since when the task that has waited longest stands where it stands. */
  since: instant(),
  /** The job's tasks of the workstreams shown, completed ones too, in order of sub_prod_id. */
  strip: z.array(z.object({ task_id: z.int(), sub_prod_id: z.string(), status: z.int() })),
});

const band = z.object({
  band: z.enum(BANDS),
  tasks: z.int(),
  /** Those of them whose jobs stand further left, where their hindmost task is. */
  of_earlier: z.int(),
  jobs: z.int(),
  oldest: instant().nullable(),
  late: z.int(),
  at_risk: z.int(),
  strips: z.array(floorJob),
  /** Jobs that stand here beside those of `strips`. */
  more: z.int(),
});

/** Today so far, and the median of the same weekday of eight weeks up to the same time; null where there is nothing to compare with. */
const sofar = z.object({ now: z.int(), usual: z.number().nullable() });

/** Which floor: one workstream, or all that one sees. */
const asked = { workstream: oneOf(WORKSTREAMS).nullable().default(null) };

export const floorBoard = defineEndpoint({
  name: 'floor.board',
  method: 'POST',
  path: '/api/floor/board',
  summary: 'Get the current overview: open work by band, who works on what, and today compared with a usual day',
  access: andWalls(VIEWS_FLOOR),
  lock: null,
  kind: 'read',
  input: body(asked),
  output: z.object({
    at: instant(),
    /** The workstreams shown, and those one may choose from. */
    workstreams: z.array(z.enum(WORKSTREAMS)),
    seen: z.array(z.enum(WORKSTREAMS)),
    /** Whether names of people are told. */
    names: z.boolean(),
    /** When the bureau works: promises are told in its working time (decision 125), at walls too. */
    hours: bureauHours,
    holidays: z.array(z.string()),
    bands: z.array(band),
    /** How many people that is who work: one may have several tasks started. */
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
    /** `since`: what they moved last today, or when they signed in. `waits`: tasks in their hands that they have not started. */
    idle: z.array(person.extend({ since: instant(), waits: z.int() })),
    today: z.object({
      came_in: sofar,
      done: sofar,
      faults: sofar,
      /** `now` of `due`; `usual` is a share in percent. */
      kept: sofar.extend({ due: z.int() }),
    }),
  }),
  errors: [],
  topics: ['task', 'job', 'staff', 'session'],
});

const briefRow = z.object({
  /** The job's, the task's, the person's or the request's: what the part is a list of. */
  id: z.int(),
  job_id: z.int().nullable(),
  task_id: z.int().nullable(),
  /** `261118-004`, `261118-004-01`. */
  number: z.string().nullable(),
  name: z.string(),
  job_priority: z.string().nullable(),
  due_at: instant().nullable(),
  /** What it waits for, whom, and since when. */
  wait: z.enum(WAITS).nullable(),
  who: z.string().nullable(),
  since: instant().nullable(),
  /** Of somebody away: tasks in their hands. Of a request: messages nobody has read. */
  count: z.int().nullable(),
  note: z.string().nullable(),
  /** It was not in this part of the brief before. */
  came: z.boolean(),
});

const briefPart = z.object({
  part: z.enum(HANDOVER_PARTS),
  total: z.int(),
  rows: z.array(briefRow),
  more: z.int(),
  /** How many came and went since the brief before; null where there is none, or one of the two does not see this part. */
  came: z.int().nullable(),
  gone: z.int().nullable(),
});

interface Span {
  date_from: string;
  date_to: string;
  shift: Shift;
}
interface Filtered {
  filter: Span;
}
const isOneDay = ({ date_from, date_to, shift }: Span): boolean => shift === 'day' || date_from === date_to;

/** Of which time: a shift of a day, or whole days from the first to the last. */
const briefOf = {
  ...asked,
  date_from: day(),
  date_to: day(),
  shift: oneOf(SHIFTS).default('day'),
};
const ordered = body(briefOf)
  .refine(...inOrder)
  .refine(isOneDay, { path: ['shift'], error: 'invalid' });

const brief = z.object({
  /** What it is as of: its end, or now where that is still to come. */
  at: instant(),
  from: instant(),
  to: instant(),
  workstreams: z.array(z.enum(WORKSTREAMS)),
  seen: z.array(z.enum(WORKSTREAMS)),
  /** What happened from its beginning to its end, or up to now. */
  happened: z.object({ came_in: z.int(), done: z.int(), faults: z.int(), due: z.int(), kept: z.int() }),
  /** The brief that was kept last before this one’s end: what changed is seen from it. */
  before: z.object({ at: instant(), by: z.string().nullable() }).nullable(),
  parts: z.array(briefPart),
  /** Parts that are told of today only, in a brief that ended on an earlier day. */
  untold: z.array(z.enum(PARTS_OF_TODAY)),
  /** What stood in a part of that brief and does not any more, with what became of it: a word of the statuses' dictionary. */
  gone: z.array(
    z.object({ part: z.enum(HANDOVER_PARTS), id: z.int(), name: z.string(), became: z.string().nullable() }),
  ),
  gone_more: z.int(),
});

export const shiftHandover = defineEndpoint({
  name: 'floor.brief',
  method: 'POST',
  path: '/api/floor/shift-handover',
  summary:
    'Get the shift handover of a shift or a day, as of its end or as of now: late and urgent work, faults, rework, absences, customers waiting, and what changed',
  access: VIEWS_FLOOR,
  lock: null,
  kind: 'read',
  input: ordered,
  output: brief,
  errors: [],
  topics: ['task', 'job', 'request', 'staff', 'session', 'brief'],
});

export const shiftHandoverKeep = defineEndpoint({
  name: 'floor.keepHandover',
  method: 'POST',
  path: '/api/floor/shift-handover/keep',
  summary: 'Store the shift handover of a time, so that the next one can show what changed',
  access: VIEWS_FLOOR,
  lock: null,
  kind: 'write',
  input: ordered,
  output: z.object({ id: z.int(), at: instant() }),
  errors: ['not_found'],
});

export const shiftHandoverExport = defineDownload({
  name: 'floor.handoverFile',
  path: '/api/floor/shift-handover/export',
  summary: 'Export the shift handover as a PDF',
  access: VIEWS_FLOOR,
  input: body({ format: oneOf(['pdf']), language: oneOf(['vi', 'en']), filter: body(briefOf) })
    .refine(...filterInOrder)
    .refine(({ filter }: Filtered) => isOneDay(filter), { path: ['filter', 'shift'], error: 'invalid' }),
  errors: EXPORT_ERRORS,
});

export const floorEndpoints = {
  board: floorBoard,
  brief: shiftHandover,
  keepHandover: shiftHandoverKeep,
  handoverFile: shiftHandoverExport,
};
