import type { Appeal } from '@darkroom/contract/appeal';
import type { RequestRow } from '@darkroom/contract/request';
import type { Task } from '@darkroom/contract/task';
import type { Instant } from '@darkroom/domain/calendar/day';
import { taskNotice, type NoticeEvent } from '@darkroom/domain/notice/notice';
import { can, viewsTasks } from '@darkroom/domain/permission/access';
import { boardsSeen, boardsWorked, REQUEST_WORKERS } from '@darkroom/domain/request/access';
import { sees, taskSight } from '@darkroom/domain/task/visibility';
import type { Database } from '../../db/connect.ts';
import type { Ctx } from '../../http/context.ts';
import { emit } from '../../live/emit.ts';
import {
  deleteNoticesBefore,
  findAdmins,
  findRecipients,
  findTaskNames,
  insertNotices,
  retractHanded,
  retractNotices,
  type NewNotice,
} from './notice.queries.ts';

/** What was said along with a change. */
interface Said {
  note?: string | null | undefined;
  fault_kinds?: readonly string[] | null | undefined;
}

/**
 * Tells people what came back to them of a change of tasks, in its own transaction (decision 092): never of their own act,
 * and only of what they see. Work handed to one person in one call is told once. Whatever call moved the tasks, it is told
 * from what they were and what they are.
 */
export async function tellOfTasks(
  ctx: Ctx,
  before: readonly Task[],
  after: readonly Task[],
  { note, fault_kinds }: Said = {},
): Promise<void> {
  const was = new Map(before.map((task) => [task.task_id, task]));
  await untellTaken(ctx, was, after);
  const told = after.flatMap((task) => {
    const known = was.get(task.task_id);
    const notice = known && taskNotice(known, task, ctx.actor.user_id);
    return notice ? [{ task, ...notice }] : [];
  });
  if (told.length === 0) return;
  const recipients = await findRecipients(ctx.db, { ids: [...new Set(told.flatMap(({ people }) => people))] });
  const names = await findTaskNames(
    ctx.db,
    told.map(({ task }) => task.task_id),
  );
  const notices: NewNotice[] = [];
  for (const recipient of recipients) {
    const sight = taskSight(recipient);
    const mine = told.filter(({ task, people }) => people.includes(recipient.user_id) && sees(sight, task));
    if (!can(recipient, viewsTasks)) continue;
    const handed = mine.filter(({ event }) => event === 'assigned').map(({ task }) => task);
    const common = { user_id: recipient.user_id, request_id: null };
    const nothing = { note: null, fault_kinds: null, quantity: null };
    const titleOf = ({ task_id }: Task) => names.get(task_id) ?? '';
    if (handed[0]) {
      const task_ids = handed.map(({ task_id }) => task_id);
      notices.push({ ...common, ...nothing, event: 'assigned', task_ids, title: titleOf(handed[0]) });
    }
    for (const { task, event } of mine) {
      if (event === 'assigned') continue;
      notices.push({
        ...common,
        event,
        task_ids: [task.task_id],
        title: titleOf(task),
        ...wordsOf(event, task, { note, fault_kinds }),
      });
    }
  }
  if (notices.length > 0) await insertNotices(ctx.db, notices, ctx.actor.user_id, ctx.now);
}

/** Work that went to somebody else before its person had seen that it was theirs is told no more. */
async function untellTaken(ctx: Ctx, was: ReadonlyMap<number, Task>, after: readonly Task[]): Promise<void> {
  const taken = after.flatMap(({ task_id, editor }) => {
    const former = was.get(task_id)?.editor ?? null;
    return former === null || former === editor ? [] : [{ user_id: former, task_id }];
  });
  if (taken.length === 0) return;
  const people = await retractHanded(ctx.db, taken);
  if (people.length > 0) await emit(ctx, 'notice', [], people);
}

function wordsOf(event: NoticeEvent, task: Task, { note, fault_kinds }: Said) {
  if (event === 'rework') return { note: task.rework_notes, fault_kinds: null, quantity: task.rework_quantity };
  if (event === 'task_note') return { note: task.notes, fault_kinds: null, quantity: null };
  return { note: note ?? null, fault_kinds: fault_kinds?.length ? fault_kinds : null, quantity: null };
}

/** Tells what was decided of an appeal to whoever made it, and to whose check it was about: those of them who see the task. */
export async function tellOfAppeal(
  ctx: Ctx,
  task: Task,
  { state, made_by, found_by, sub_prod_id, decision, fault_kinds }: Appeal,
): Promise<void> {
  const people = [made_by, found_by].filter((id) => id !== null && id !== ctx.actor.user_id);
  const recipients = (await findRecipients(ctx.db, { ids: people as number[] })).filter(
    (one) => can(one, viewsTasks) && sees(taskSight(one), task),
  );
  if (recipients.length === 0) return;
  const notices = recipients.map(({ user_id }) => ({
    user_id,
    event: state === 'UPHELD' ? ('appeal_upheld' as const) : ('appeal_dismissed' as const),
    task_ids: [task.task_id],
    request_id: null,
    title: sub_prod_id,
    note: decision,
    fault_kinds,
    quantity: null,
  }));
  await insertNotices(ctx.db, notices, ctx.actor.user_id, ctx.now);
}

/** Retracts the notices of moves that were undone: tasks as they were, and when they were moved. */
export async function retractTold(ctx: Ctx, moves: readonly { task: Task; at: Instant }[]): Promise<void> {
  const told = moves.flatMap(({ task, at }) =>
    task.editor === null || task.editor === ctx.actor.user_id
      ? []
      : [{ user_id: task.editor, task_id: task.task_id, at }],
  );
  if (told.length === 0) return;
  const people = await retractNotices(ctx.db, ctx.actor.user_id, told);
  if (people.length > 0) await emit(ctx, 'notice', [], people);
}

/**
 * Tells of a request: put on a board, to those who work that board; linked to a job or moved by somebody else, to whoever
 * works on it.
 */
export async function tellOfRequest(ctx: Ctx, before: RequestRow, after: RequestRow): Promise<void> {
  const me = ctx.actor.user_id;
  const accepted = before.status === 'NEED_REVIEW' && after.status === 'TODO';
  const event = eventOfRequest(before, after, accepted);
  if (!event) return;
  const worker = before.processing_by ?? after.processing_by;
  const found =
    event === 'request_on_board'
      ? await findRecipients(ctx.db, { codes: REQUEST_WORKERS })
      : worker === null || worker === me
        ? []
        : await findRecipients(ctx.db, { ids: [worker] });
  const recipients = found.filter((recipient) => {
    const boards = event === 'request_on_board' ? boardsWorked(recipient) : boardsSeen(recipient);
    return recipient.user_id !== me && boards.includes(after.board);
  });
  await tellRequest(ctx, after, event, recipients, accepted ? after.reply : null);
}

/** Tells who made a quote, and who works on its request, what the customer answered. */
export async function tellOfQuote(
  ctx: Ctx,
  request: RequestRow,
  event: 'quote_accepted' | 'quote_declined',
  people: readonly (number | null)[],
  note: string | null,
): Promise<void> {
  const ids = [...new Set(people)].filter((id) => id !== null);
  const recipients = ids.length > 0 ? await findRecipients(ctx.db, { ids }) : [];
  await tellRequest(
    ctx,
    request,
    event,
    recipients.filter((one) => boardsSeen(one).includes(request.board)),
    note,
  );
}

/** Tells whoever works on a complaint that all of its tasks are completed again: closing it is theirs. */
export async function tellOfRedone(ctx: Ctx, request: RequestRow): Promise<void> {
  const worker = request.processing_by;
  if (worker === null || worker === ctx.actor.user_id) return;
  const recipients = await findRecipients(ctx.db, { ids: [worker] });
  await tellRequest(
    ctx,
    request,
    'request_redone',
    recipients.filter((one) => boardsSeen(one).includes(request.board)),
    null,
  );
}

/** Tells administrators that a webhook was switched off, because nothing has arrived there for days (decision 137). */
export async function tellOfStopped(db: Database, name: string, now: Instant): Promise<void> {
  const nothing = { task_ids: [], request_id: null, note: null, fault_kinds: null, quantity: null };
  const notices = (await findAdmins(db)).map((user_id): NewNotice => ({
    user_id,
    event: 'webhook_stopped',
    title: name,
    ...nothing,
  }));
  if (notices.length > 0) await insertNotices(db, notices, null, now);
}

async function tellRequest(
  ctx: Ctx,
  { id, subject }: RequestRow,
  event: NoticeEvent,
  recipients: readonly { user_id: number }[],
  note: string | null,
): Promise<void> {
  if (recipients.length === 0) return;
  const notices = recipients.map(({ user_id }) => ({
    user_id,
    event,
    task_ids: [],
    request_id: id,
    title: subject,
    note,
    fault_kinds: null,
    quantity: null,
  }));
  await insertNotices(ctx.db, notices, ctx.actor.user_id, ctx.now);
}

function eventOfRequest(before: RequestRow, after: RequestRow, accepted: boolean): NoticeEvent | null {
  if (accepted || after.board !== before.board) return 'request_on_board';
  if (after.job_id !== before.job_id && after.job_id !== null) return 'request_linked';
  return after.status === before.status ? null : 'request_moved';
}

/** Deletes the notices from before an instant: they are messages, not records. */
export const forgetNotices = (db: Database, before: Instant) => deleteNoticesBefore(db, before);
