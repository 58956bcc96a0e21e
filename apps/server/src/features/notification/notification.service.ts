import type { Appeal } from '@darkroom/contract/quality/appeal';
import type { RequestRow } from '@darkroom/contract/request/request';
import type { Task } from '@darkroom/contract/task/task';
import type { Instant } from '@darkroom/domain/calendar/day';
import {
  ASSIGNS,
  isSetbackNotice,
  isEventOfMany,
  takenFrom,
  taskNotice,
  EVENTS_OF_MANY,
  type NotificationEvent,
} from '@darkroom/domain/notification/notification';
import { can, viewsTasks } from '@darkroom/domain/permission/access';
import { boardsSeen, boardsWorked, REQUEST_WORKERS } from '@darkroom/domain/request/access';
import type { Actor } from '@darkroom/domain/task/decide';
import { TaskStatus } from '@darkroom/domain/task/status';
import { lacksEditor } from '@darkroom/domain/task/places';
import { canView, taskVisibility, type TaskPeople } from '@darkroom/domain/task/visibility';
import type { Database } from '../../db/connect.ts';
import type { Ctx } from '../../http/context.ts';
import { emit } from '../../live/emit.ts';
import {
  deleteNoticesBefore,
  findAdmins,
  findRecipients,
  findTaskNames,
  insertNotices,
  retractAssigned,
  retractNotices,
  retractSetbacks,
  type NewNotice,
} from './notification.queries.ts';

/** One notification: its event, the task for the visibility check, and the recipients. */
interface Told {
  task: Task;
  seenAs: Task;
  event: NotificationEvent;
  people: readonly number[];
}

/** The message that was written with a change. */
interface ThreadMessage {
  note?: string | null | undefined;
  fault_kinds?: readonly string[] | null | undefined;
  /** An undo retracts the notification of its move and sends none of its own. */
  undo?: boolean;
}

/**
 * Notifies people of changes of tasks (decision 092): never of their own changes, only of tasks that they see or saw, once for each call.
 */
export async function notifyOfTasks(
  ctx: Ctx,
  before: readonly Task[],
  after: readonly Task[],
  { note, fault_kinds, undo = false }: ThreadMessage = {},
): Promise<void> {
  const was = new Map(before.map((task) => [task.task_id, task]));
  const untold = await untellTaken(ctx, was, after);
  const told = after.flatMap((task): Told[] => {
    const known = was.get(task.task_id);
    if (!known) return [];
    const notice = taskNotice(known, task, ctx.actor.user_id);
    const losers = (undo ? [] : takenFrom(known, task, ctx.actor.user_id)).filter(
      (id) => !untold.has(`${id} ${task.task_id}`),
    );
    return [
      ...(notice ? [{ task, seenAs: task, ...notice }] : []),
      ...(losers.length > 0 ? [{ task, seenAs: known, event: 'taken_away' as const, people: losers }] : []),
    ];
  });
  if (told.length === 0) return;
  const people = await findRecipients(ctx.db, { ids: [...new Set(told.flatMap((one) => one.people))] });
  const recipients = await withAssigners(ctx, told, people);
  const names = await findTaskNames(
    ctx.db,
    told.map(({ task }) => task.task_id),
  );
  const notices: NewNotice[] = [];
  for (const recipient of recipients) {
    const sight = taskVisibility(recipient);
    const mine = told.filter(({ seenAs, people }) => people.includes(recipient.user_id) && canView(sight, seenAs));
    if (!can(recipient, viewsTasks)) continue;
    const common = { user_id: recipient.user_id, request_id: null };
    const nothing = { note: null, fault_kinds: null, quantity: null };
    const titleOf = ({ task_id }: Task) => names.get(task_id) ?? '';
    for (const event of EVENTS_OF_MANY) {
      const tasks = mine.filter((one) => one.event === event).map(({ task }) => task);
      if (!tasks[0]) continue;
      const why = event === 'taken_away' ? (note ?? null) : null;
      const task_ids = tasks.map(({ task_id }) => task_id);
      notices.push({ ...common, ...nothing, event, note: why, task_ids, title: titleOf(tasks[0]) });
    }
    for (const { task, event } of mine) {
      if (isEventOfMany(event)) continue;
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

/** Adds users who can reassign work that came back to an editor who cannot continue it (decision 148). Returns all recipients. */
async function withAssigners(ctx: Ctx, told: Told[], people: readonly Actor[]): Promise<readonly Actor[]> {
  const byId = new Map(people.map((one) => [one.user_id, one]));
  const left = told.filter(
    ({ task, event }) =>
      isSetbackNotice(event) && task.editor !== ctx.actor.user_id && lacksEditor(task, (id) => byId.get(id) ?? null),
  );
  if (left.length === 0) return people;
  const assigners = await findRecipients(ctx.db, { codes: [ASSIGNS] });
  const ids = assigners.map(({ user_id }) => user_id).filter((id) => id !== ctx.actor.user_id);
  told.push(...left.map((one) => ({ ...one, event: 'no_editor' as const, people: ids })));
  return [...people, ...assigners.filter(({ user_id }) => !byId.has(user_id))];
}

/** Removes unseen notifications of work that was reassigned. Returns `person task` for pairs that need nothing further. */
async function untellTaken(
  ctx: Ctx,
  was: ReadonlyMap<number, Task>,
  after: readonly Task[],
): Promise<ReadonlySet<string>> {
  const taken = after.flatMap(({ task_id, editor }) => {
    const former = was.get(task_id)?.editor ?? null;
    return former === null || former === editor ? [] : [{ user_id: former, task_id }];
  });
  if (taken.length === 0) return new Set();
  const retracted = await retractAssigned(ctx.db, taken);
  await tellRetracted(ctx, retracted);
  return new Set(
    retracted.flatMap(({ user_id, task_ids }) =>
      task_ids.filter((id) => was.get(id)?.status === TaskStatus.EDITOR_ASSIGNED).map((id) => `${user_id} ${id}`),
    ),
  );
}

function wordsOf(event: NotificationEvent, task: Task, { note, fault_kinds }: ThreadMessage) {
  if (event === 'rework') return { note: task.rework_notes, fault_kinds: null, quantity: task.rework_quantity };
  if (event === 'task_note') return { note: task.notes, fault_kinds: null, quantity: null };
  return { note: note ?? null, fault_kinds: fault_kinds?.length ? fault_kinds : null, quantity: null };
}

/** Notifies the author of an appeal and the QC of its fault of the decision, if they see the task. */
export async function notifyOfAppeal(
  ctx: Ctx,
  task: Task,
  { state, made_by, found_by, sub_prod_id, decision, fault_kinds }: Appeal,
): Promise<void> {
  const people = [made_by, found_by].filter((id) => id !== null && id !== ctx.actor.user_id);
  const recipients = (await findRecipients(ctx.db, { ids: people as number[] })).filter(
    (one) => can(one, viewsTasks) && canView(taskVisibility(one), task),
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

/** Retracts the notifications of undone moves: the moved tasks, the tasks before, and the time. */
export async function withdrawNotices(
  ctx: Ctx,
  moves: readonly { task: Task; was: TaskPeople; at: Instant }[],
): Promise<void> {
  const told = moves.flatMap(({ task, was, at }) =>
    [...new Set([task.editor, was.editor, was.first_qc, was.second_qc])]
      .filter((id) => id !== null && id !== ctx.actor.user_id)
      .map((id) => ({ user_id: id as number, task_id: task.task_id, at })),
  );
  if (told.length === 0) return;
  await tellRetracted(ctx, await retractNotices(ctx.db, ctx.actor.user_id, told));
}

/** Refreshes the notifications on the recipients' pages. */
async function tellRetracted(ctx: Ctx, retracted: readonly { user_id: number }[]): Promise<void> {
  const people = [...new Set(retracted.map(({ user_id }) => user_id))];
  if (people.length > 0) await emit(ctx, 'notification', [], people);
}

/** Retracts the notifications of a deleted rework: its request and the faults of its rechecks. */
export async function retractRework(ctx: Ctx, task: Task): Promise<void> {
  await tellRetracted(ctx, await retractSetbacks(ctx.db, task));
}

/** Notifies of a request: users of its new board, or its processor when other users link or move it. */
export async function notifyOfRequest(ctx: Ctx, before: RequestRow, after: RequestRow): Promise<void> {
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

/** Notifies the author of a quote, and the processor of its request, of the customer's answer. */
export async function notifyOfQuote(
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

/** Notifies the processor of a complaint, or all users of its board, that all its tasks are completed. */
export async function notifyReworkCompleted(ctx: Ctx, request: RequestRow): Promise<void> {
  const worker = request.processing_by;
  const answers = (one: Actor) => boardsWorked(one).includes(request.board);
  const theirs = worker === null ? [] : (await findRecipients(ctx.db, { ids: [worker] })).filter(answers);
  const found = theirs.length > 0 ? theirs : (await findRecipients(ctx.db, { codes: REQUEST_WORKERS })).filter(answers);
  const recipients = found.filter(({ user_id }) => user_id !== ctx.actor.user_id);
  await tellRequest(ctx, request, 'request_redone', recipients, null);
}

/** Notifies administrators that a webhook was switched off after days without a delivery (decision 137). */
export async function notifyOfStopped(db: Database, name: string, now: Instant): Promise<void> {
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
  event: NotificationEvent,
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

function eventOfRequest(before: RequestRow, after: RequestRow, accepted: boolean): NotificationEvent | null {
  if (accepted || after.board !== before.board) return 'request_on_board';
  if (after.job_id !== before.job_id && after.job_id !== null) return 'request_linked';
  return after.status === before.status ? null : 'request_moved';
}

/** Deletes notifications from before an instant. They are messages and not records. */
export const forgetNotices = (db: Database, before: Instant) => deleteNoticesBefore(db, before);
