import { MAX_ROWS_PER_PART } from '@darkroom/contract/floor/floor';
import type { Instant } from '@darkroom/domain/calendar/day';
import { getRequestedFloors } from '@darkroom/domain/floor/bands';
import {
  HANDOVER_PARTS,
  compareHandovers,
  findPeriodRefusals,
  includesToday,
  getShiftPeriod,
  PARTS_OF_TODAY,
  type HandoverPart,
  type SavedParts,
  type PartChange,
} from '@darkroom/domain/floor/shift-handover';
import type { Workstream } from '@darkroom/domain/customer/enums';
import { NO_DAY_COUNTS, getPresenceStart } from '@darkroom/domain/floor/figures';
import { getNextStep } from '@darkroom/domain/floor/next-step';
import { getVisibleBoards } from '@darkroom/domain/request/access';
import { statusName, type TaskStatus } from '@darkroom/domain/task/status';
import { writeAudit } from '../../audit/audit.ts';
import { fail } from '../../http/response/fail.ts';
import type { Ctx } from '../../http/context.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { emit } from '../../live/emit.ts';
import { readDueDateRules } from '../setting/due-date-rules.service.ts';
import { getVisibleWorkstreams } from './board.service.ts';
import {
  findAbsentPeople,
  findHandoverBefore,
  findEntryStates,
  findNames,
  findRequestsWithoutReply,
  insertHandover,
  type AbsentRow,
  type EntryState,
  type HandoverRequest,
} from './shift-handover.queries.ts';
import { countPeriod, getScope } from './day.queries.ts';
import { findProblems, findProblemsAt, type ProblemTask, type ProblemWork } from './problem.queries.ts';

export type ShiftHandover = ResponseOf<'floor.handover'>;
type Row = ShiftHandover['parts'][number]['rows'][number];

/** Maximum number of stored ids and printed rows in a part. No real bureau has more. */
export const MAX_ROWS_STORED = 500;

const EMPTY_ROW = {
  job_id: null,
  task_id: null,
  number: null,
  job_priority: null,
  due_at: null,
  wait: null,
  who: null,
  since: null,
  count: null,
  note: null,
  is_new: false,
} satisfies Partial<Row>;

/**
 * Reads the shift handover of a period: the state at its end (or now), the events in it, and the changes since the last
 * stored handover.
 */
export async function readHandover(
  ctx: Ctx,
  input: InputFor<'floor.handover'>,
  { fieldPrefix = '', maxRows = MAX_ROWS_PER_PART }: { fieldPrefix?: string; maxRows?: number } = {},
): Promise<ShiftHandover> {
  const { db } = ctx;
  const visible = [...getVisibleWorkstreams(ctx)];
  const workstreams = [...getRequestedFloors(visible, input.workstream)];
  const scope = getScope(workstreams);
  const { from, to, until } = await readPeriod(ctx, input, fieldPrefix);
  const [parts, happened, last] = await Promise.all([
    readParts(ctx, workstreams, until, maxRows),
    from < until ? countPeriod(db, workstreams, from, until) : NO_DAY_COUNTS,
    scope && findHandoverBefore(db, scope, until),
  ]);
  const before = last ?? null;
  const changes = before && compareHandovers(before.parts, toStoredParts(parts));
  const removed = changes ? await findDroppedEntries(ctx, changes) : [];
  return {
    at: until,
    from,
    to,
    workstreams,
    selectable_workstreams: visible,
    happened,
    before: before && { at: before.at, by: before.by },
    parts: HANDOVER_PARTS.flatMap((part) => {
      const content = parts[part];
      if (!content) return [];
      const change = changes?.[part] ?? null;
      const addedIds = new Set(change?.added);
      return [
        {
          part,
          total: content.total,
          rows: content.rows.map((row) => ({ ...row, is_new: addedIds.has(row.id) })),
          more: content.total - content.rows.length,
          added_count: change?.added.length ?? null,
          removed_count: change?.removed.length ?? null,
        },
      ];
    }),
    unavailable_parts: PARTS_OF_TODAY.filter(
      (part) => parts[part] === null && (part !== 'requests' || getVisibleBoards(ctx.actor).length > 0),
    ),
    removed: removed.slice(0, maxRows),
    removed_more: Math.max(0, removed.length - maxRows),
  };
}

type PeriodInput = Pick<InputFor<'floor.handover'>, 'date_from' | 'date_to' | 'shift'>;

/** Returns the requested period and the end of its handover. Refuses a period that has not begun or is too long ago. */
async function readPeriod({ db, now }: Ctx, time: PeriodInput, fieldPrefix = '') {
  const { calendar } = await readDueDateRules(db);
  const refusals = findPeriodRefusals(time, calendar, now);
  if (refusals.length > 0)
    throw fail('validation', { errors: refusals.map(({ field, code }) => ({ field: fieldPrefix + field, code })) });
  const { from, to } = getShiftPeriod(time, calendar);
  return { from, to, until: to < now ? to : now };
}

/**
 * Stores the handover of a period, as ids of its parts. A second one is also stored, and the next handover reads the
 * later one.
 */
export async function storeHandover(
  ctx: Ctx,
  input: InputFor<'floor.saveHandover'>,
): Promise<ResponseOf<'floor.saveHandover'>> {
  const workstreams = getRequestedFloors(getVisibleWorkstreams(ctx), input.workstream);
  const scope = getScope(workstreams);
  if (scope === null) throw fail('not_found', { field: 'workstream' });
  const { until: at } = await readPeriod(ctx, input);
  const parts = toStoredParts(await readParts(ctx, workstreams, at, 0));
  const { id } = await insertHandover(ctx.db, { scope, at, saved_by: ctx.actor.user_id, parts });
  const sizes = Object.fromEntries(HANDOVER_PARTS.map((part) => [part, parts[part]?.length ?? null]));
  await writeAudit(ctx, {
    action: 'floor.saveHandover',
    entity: 'shift_handover',
    entity_id: id,
    after: { ...input, ...sizes },
  });
  await emit(ctx, 'shift_handover', [id]);
  return { id, at };
}

/** A part as it is shown: total number, its first ids (as many as are stored), and its first rows. */
interface PartContent {
  readonly total: number;
  readonly ids: readonly number[];
  readonly rows: readonly Row[];
}
type HandoverContents = Readonly<Record<HandoverPart, PartContent | null>>;

const toStoredParts = (parts: HandoverContents): SavedParts =>
  Object.fromEntries(HANDOVER_PARTS.map((part) => [part, parts[part]?.ids ?? null])) as SavedParts;

async function readParts(
  { db, now, actor }: Ctx,
  workstreams: readonly Workstream[],
  until: Instant,
  maxRows: number,
): Promise<HandoverContents> {
  const boards = getVisibleBoards(actor);
  const today = includesToday(until, now);
  const limits = { ids: MAX_ROWS_STORED, tasks: maxRows };
  const [problems, absent, requests] = await Promise.all([
    until < now ? findProblemsAt(db, workstreams, until, limits) : findProblems(db, workstreams, now, limits),
    today ? findAbsentPeople(db, workstreams, getPresenceStart(now), now) : null,
    today && boards.length > 0 ? findRequestsWithoutReply(db, boards, MAX_ROWS_STORED) : null,
  ]);
  const people = Object.values(problems).flatMap(({ tasks }) =>
    tasks.flatMap(({ editor, first_qc, second_qc }) => [editor, first_qc, second_qc]),
  );
  const names = await findNames(db, [...new Set(people.filter((id) => id !== null))]);
  const toNamedRow = (task: ProblemTask): Row => toTaskRow(task, names);
  const toJobRow = (task: ProblemTask): Row => ({
    ...toNamedRow(task),
    id: task.job_id,
    number: task.prod_id,
    note: null,
  });
  const toContent = ({ total, ids, tasks }: ProblemWork, toRow: (task: ProblemTask) => Row): PartContent => ({
    total,
    ids,
    rows: tasks.map(toRow),
  });
  return {
    late: toContent(problems.late, toJobRow),
    at_risk: toContent(problems.at_risk, toJobRow),
    urgent: toContent(problems.urgent, toJobRow),
    faults: toContent(problems.faults, toNamedRow),
    rework: toContent(problems.rework, toNamedRow),
    away: absent && toPartContent(absent.map(toPersonRow), maxRows),
    requests: requests && toPartContent(requests.map(toRequestRow), maxRows),
  };
}

/** Returns a part with all its rows. */
const toPartContent = (rows: readonly Row[], maxRows: number): PartContent => ({
  total: rows.length,
  ids: rows.slice(0, MAX_ROWS_STORED).map(({ id }) => id),
  rows: rows.slice(0, maxRows),
});

function toTaskRow(task: ProblemTask, names: ReadonlyMap<number, string>): Row {
  const { wait, who } = getNextStep(task);
  return {
    ...EMPTY_ROW,
    id: task.task_id,
    job_id: task.job_id,
    task_id: task.task_id,
    number: task.sub_prod_id,
    name: task.job_name,
    job_priority: task.job_priority,
    due_at: task.due_at,
    wait,
    who: who === null ? null : (names.get(who) ?? null),
    since: task.status_since,
    note: task.note,
  };
}

const toPersonRow = ({ user_id, full_name, tasks, since }: AbsentRow): Row => ({
  ...EMPTY_ROW,
  id: user_id,
  name: full_name,
  count: tasks,
  since,
});

const toRequestRow = ({ id, subject, customer, job_id, unread, since }: HandoverRequest): Row => ({
  ...EMPTY_ROW,
  id,
  job_id,
  name: subject,
  who: customer,
  count: unread,
  since,
});

const ENTRY_KINDS: Readonly<Record<HandoverPart, EntryState['kind']>> = {
  late: 'job',
  at_risk: 'job',
  urgent: 'job',
  faults: 'task',
  rework: 'task',
  away: 'user',
  requests: 'request',
};

/** Finds entries of the previous handover that are no longer in this one. Deleted entries are left out. */
async function findDroppedEntries(
  { db }: Ctx,
  changes: Readonly<Record<HandoverPart, PartChange | null>>,
): Promise<ShiftHandover['removed']> {
  const all = HANDOVER_PARTS.flatMap((part) => (changes[part]?.removed ?? []).map((id) => ({ part, id })));
  const ids = (kind: EntryState['kind']) => all.filter(({ part }) => ENTRY_KINDS[part] === kind).map(({ id }) => id);
  const found = await findEntryStates(db, {
    job: ids('job'),
    task: ids('task'),
    user: ids('user'),
    request: ids('request'),
  });
  const byKey = new Map(found.map((item) => [`${item.kind} ${item.id}`, item]));
  return all.flatMap(({ part, id }) => {
    const one = byKey.get(`${ENTRY_KINDS[part]} ${id}`);
    return one ? [{ part, id, name: one.name, became: getStatusKey(one) }] : [];
  });
}

const getStatusKey = ({ kind, became }: EntryState): string | null =>
  kind === 'task' && became !== null ? `task.${statusName(Number(became) as TaskStatus)}` : became;
