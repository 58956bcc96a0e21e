import { ROWS_A_PART } from '@darkroom/contract/floor/floor';
import type { Instant } from '@darkroom/domain/calendar/day';
import { floorsAsked } from '@darkroom/domain/floor/bands';
import {
  HANDOVER_PARTS,
  changesSince,
  refusedTime,
  tellsToday,
  timeOf,
  PARTS_OF_TODAY,
  type HandoverPart,
  type KeptParts,
  type PartChange,
} from '@darkroom/domain/floor/shift-handover';
import type { Workstream } from '@darkroom/domain/customer/enums';
import { NOTHING_COUNTED, presentSince } from '@darkroom/domain/floor/figures';
import { waitsFor } from '@darkroom/domain/floor/waiting';
import { boardsSeen } from '@darkroom/domain/request/access';
import { statusName, type TaskStatus } from '@darkroom/domain/task/status';
import { audit } from '../../audit/audit.ts';
import { fail } from '../../http/answer/fail.ts';
import type { Ctx } from '../../http/context.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { emit } from '../../live/emit.ts';
import { dueDateRules } from '../setting/due-date-rules.service.ts';
import { seenBy } from './board.service.ts';
import {
  findAway,
  findHandoverBefore,
  findGone,
  findNames,
  findUnanswered,
  insertHandover,
  type AwayRow,
  type Gone,
  type RequestRow,
} from './shift-handover.queries.ts';
import { countStretch, scopeOf } from './day.queries.ts';
import { findProblems, findProblemsAt, type OpenTask, type ProblemWork } from './problem.queries.ts';

export type Brief = AnswerOf<'floor.handover'>;
type Row = Brief['parts'][number]['rows'][number];

/** Maximum number of stored ids and printed rows in a part. No real floor has more. */
export const MAX_KEPT = 500;

const EMPTY = {
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
  came: false,
} satisfies Partial<Row>;

/** The shift handover of a period: the state at its end (or now), the events in it, and the changes since the last stored handover. */
export async function readHandover(
  ctx: Ctx,
  input: InputFor<'floor.handover'>,
  { within = '', most = ROWS_A_PART }: { within?: string; most?: number } = {},
): Promise<Brief> {
  const { db } = ctx;
  const seen = [...seenBy(ctx)];
  const workstreams = [...floorsAsked(seen, input.workstream)];
  const scope = scopeOf(workstreams);
  const { from, to, until } = await timeAsked(ctx, input, within);
  const [parts, happened, last] = await Promise.all([
    partsOf(ctx, workstreams, until, most),
    from < until ? countStretch(db, workstreams, from, until) : NOTHING_COUNTED,
    scope && findHandoverBefore(db, scope, until),
  ]);
  const before = last ?? null;
  const changes = before && changesSince(before.parts, keptOf(parts));
  const gone = changes ? await whatIsGone(ctx, changes) : [];
  return {
    at: until,
    from,
    to,
    workstreams,
    seen,
    happened,
    before: before && { at: before.at, by: before.by },
    parts: HANDOVER_PARTS.flatMap((part) => {
      const told = parts[part];
      if (!told) return [];
      const change = changes?.[part] ?? null;
      const came = new Set(change?.came);
      return [
        {
          part,
          total: told.total,
          rows: told.rows.map((row) => ({ ...row, came: came.has(row.id) })),
          more: told.total - told.rows.length,
          came: change?.came.length ?? null,
          gone: change?.gone.length ?? null,
        },
      ];
    }),
    untold: PARTS_OF_TODAY.filter(
      (part) => parts[part] === null && (part !== 'requests' || boardsSeen(ctx.actor).length > 0),
    ),
    gone: gone.slice(0, most),
    gone_more: Math.max(0, gone.length - most),
  };
}

type Time = Pick<InputFor<'floor.handover'>, 'date_from' | 'date_to' | 'shift'>;

/** The requested period and the end of its handover. Refused if it has not begun or is too long ago. */
async function timeAsked({ db, now }: Ctx, time: Time, within = '') {
  const { calendar } = await dueDateRules(db);
  const refused = refusedTime(time, calendar, now);
  if (refused.length > 0)
    throw fail('validation', { errors: refused.map(({ field, code }) => ({ field: within + field, code })) });
  const { from, to } = timeOf(time, calendar);
  return { from, to, until: to < now ? to : now };
}

/** Stores the handover of a period, as ids of its parts. A second one is stored too, and the next handover reads the later one. */
export async function keepHandover(
  ctx: Ctx,
  input: InputFor<'floor.saveHandover'>,
): Promise<AnswerOf<'floor.saveHandover'>> {
  const workstreams = floorsAsked(seenBy(ctx), input.workstream);
  const scope = scopeOf(workstreams);
  if (scope === null) throw fail('not_found', { field: 'workstream' });
  const { until: at } = await timeAsked(ctx, input);
  const parts = keptOf(await partsOf(ctx, workstreams, at, 0));
  const { id } = await insertHandover(ctx.db, { scope, at, saved_by: ctx.actor.user_id, parts });
  const sizes = Object.fromEntries(HANDOVER_PARTS.map((part) => [part, parts[part]?.length ?? null]));
  await audit(ctx, {
    action: 'floor.saveHandover',
    entity: 'shift_handover',
    entity_id: id,
    after: { ...input, ...sizes },
  });
  await emit(ctx, 'shift_handover', [id]);
  return { id, at };
}

/** A part as it is shown: total number, its first ids (as many as are stored), and its first rows. */
interface Told {
  readonly total: number;
  readonly ids: readonly number[];
  readonly rows: readonly Row[];
}
type Parts = Readonly<Record<HandoverPart, Told | null>>;

const keptOf = (parts: Parts): KeptParts =>
  Object.fromEntries(HANDOVER_PARTS.map((part) => [part, parts[part]?.ids ?? null])) as KeptParts;

async function partsOf(
  { db, now, actor }: Ctx,
  workstreams: readonly Workstream[],
  until: Instant,
  named: number,
): Promise<Parts> {
  const boards = boardsSeen(actor);
  const today = tellsToday(until, now);
  const most = { ids: MAX_KEPT, tasks: named };
  const [troubled, away, requests] = await Promise.all([
    until < now ? findProblemsAt(db, workstreams, until, most) : findProblems(db, workstreams, now, most),
    today ? findAway(db, workstreams, presentSince(now)) : null,
    today && boards.length > 0 ? findUnanswered(db, boards, MAX_KEPT) : null,
  ]);
  const people = Object.values(troubled).flatMap(({ tasks }) =>
    tasks.flatMap(({ editor, first_qc, second_qc }) => [editor, first_qc, second_qc]),
  );
  const names = await findNames(db, [...new Set(people.filter((id) => id !== null))]);
  const asTask = (task: OpenTask): Row => rowOf(task, names);
  const asJob = (task: OpenTask): Row => ({ ...asTask(task), id: task.job_id, number: task.prod_id, note: null });
  const told = ({ total, ids, tasks }: ProblemWork, as: (task: OpenTask) => Row): Told => ({
    total,
    ids,
    rows: tasks.map(as),
  });
  return {
    late: told(troubled.late, asJob),
    at_risk: told(troubled.at_risk, asJob),
    urgent: told(troubled.urgent, asJob),
    faults: told(troubled.faults, asTask),
    rework: told(troubled.rework, asTask),
    away: away && allOf(away.map(asPerson), named),
    requests: requests && allOf(requests.map(asRequest), named),
  };
}

/** A part with all its rows. */
const allOf = (rows: readonly Row[], named: number): Told => ({
  total: rows.length,
  ids: rows.slice(0, MAX_KEPT).map(({ id }) => id),
  rows: rows.slice(0, named),
});

function rowOf(task: OpenTask, names: ReadonlyMap<number, string>): Row {
  const { wait, who } = waitsFor(task);
  return {
    ...EMPTY,
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

const asPerson = ({ user_id, full_name, tasks, since }: AwayRow): Row => ({
  ...EMPTY,
  id: user_id,
  name: full_name,
  count: tasks,
  since,
});

const asRequest = ({ id, subject, customer, job_id, unread, since }: RequestRow): Row => ({
  ...EMPTY,
  id,
  job_id,
  name: subject,
  who: customer,
  count: unread,
  since,
});

const KIND: Readonly<Record<HandoverPart, Gone['kind']>> = {
  late: 'job',
  at_risk: 'job',
  urgent: 'job',
  faults: 'task',
  rework: 'task',
  away: 'user',
  requests: 'request',
};

/** Entries of the previous handover that are no longer in it, with their current state. Deleted ones are left out. */
async function whatIsGone(
  { db }: Ctx,
  changes: Readonly<Record<HandoverPart, PartChange | null>>,
): Promise<Brief['gone']> {
  const all = HANDOVER_PARTS.flatMap((part) => (changes[part]?.gone ?? []).map((id) => ({ part, id })));
  const ids = (kind: Gone['kind']) => all.filter(({ part }) => KIND[part] === kind).map(({ id }) => id);
  const found = await findGone(db, { job: ids('job'), task: ids('task'), user: ids('user'), request: ids('request') });
  const byKey = new Map(found.map((one) => [`${one.kind} ${one.id}`, one]));
  return all.flatMap(({ part, id }) => {
    const one = byKey.get(`${KIND[part]} ${id}`);
    return one ? [{ part, id, name: one.name, became: becameOf(one) }] : [];
  });
}

const becameOf = ({ kind, became }: Gone): string | null =>
  kind === 'task' && became !== null ? `task.${statusName(Number(became) as TaskStatus)}` : became;
