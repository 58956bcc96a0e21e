import type { Appeal } from '@darkroom/contract/quality/appeal';
import type { RequestRow } from '@darkroom/contract/request/request';
import type { Task } from '@darkroom/contract/task/task';
import type { Instant } from '@darkroom/domain/calendar/day';
import {
  ASSIGN_CODE,
  isSetback,
  isGroupedEvent,
  findPeopleLosingTask,
  getTaskNotification,
  GROUPED_EVENTS,
  type NotificationEvent,
} from '@darkroom/domain/notification/notification';
import { can, canViewTasks } from '@darkroom/domain/permission/access';
import { getVisibleBoards, getWorkableBoards, REQUEST_WORK_CODES } from '@darkroom/domain/request/access';
import type { Actor } from '@darkroom/domain/task/decide';
import { TaskStatus } from '@darkroom/domain/task/status';
import { needsNewEditor } from '@darkroom/domain/task/roles';
import { canView, getTaskVisibility, type TaskPeople } from '@darkroom/domain/task/visibility';
import type { Database } from '../../db/connect.ts';
import type { Ctx } from '../../http/context.ts';
import { emit } from '../../live/emit.ts';
import {
  deleteNotificationsBefore,
  findAdmins,
  findRecipients,
  findTaskNames,
  insertNotifications,
  retractAssignments,
  retractNotifications,
  retractSetbacks,
  type NewNotification,
} from './notification.queries.ts';

/** One notification: its event, the task for the visibility check, and the recipients. */
interface TaskNotification {
  task: Task;
  visibleAs: Task;
  event: NotificationEvent;
  people: readonly number[];
}

/** The message that was written with a change. */
interface ChangeNote {
  note?: string | null | undefined;
  fault_kinds?: readonly string[] | null | undefined;
  /** An undo retracts the notification of its move and sends none of its own. */
  undo?: boolean;
}

/**
 * Notifies people of changes of tasks (decision 092), once for each request. Leaves out their own changes, and tasks
 * that they neither see nor saw.
 */
export async function notifyOfTasks(
  ctx: Ctx,
  before: readonly Task[],
  after: readonly Task[],
  { note, fault_kinds, undo = false }: ChangeNote = {},
): Promise<void> {
  const beforeById = new Map(before.map((task) => [task.task_id, task]));
  const alreadyHandled = await retractReassigned(ctx, beforeById, after);
  const taskNotifications = after.flatMap((task): TaskNotification[] => {
    const taskBefore = beforeById.get(task.task_id);
    if (!taskBefore) return [];
    const notification = getTaskNotification(taskBefore, task, ctx.actor.user_id);
    const formerWorkers = (undo ? [] : findPeopleLosingTask(taskBefore, task, ctx.actor.user_id)).filter(
      (id) => !alreadyHandled.has(`${id} ${task.task_id}`),
    );
    return [
      ...(notification ? [{ task, visibleAs: task, ...notification }] : []),
      ...(formerWorkers.length > 0
        ? [{ task, visibleAs: taskBefore, event: 'taken_away' as const, people: formerWorkers }]
        : []),
    ];
  });
  if (taskNotifications.length === 0) return;
  const people = await findRecipients(ctx.db, {
    ids: [...new Set(taskNotifications.flatMap((taskNotification) => taskNotification.people))],
  });
  const recipients = await addAssigners(ctx, taskNotifications, people);
  const names = await findTaskNames(
    ctx.db,
    taskNotifications.map(({ task }) => task.task_id),
  );
  const notifications: NewNotification[] = [];
  for (const recipient of recipients) {
    const sight = getTaskVisibility(recipient);
    const recipientNotifications = taskNotifications.filter(
      ({ visibleAs, people }) => people.includes(recipient.user_id) && canView(sight, visibleAs),
    );
    if (!can(recipient, canViewTasks)) continue;
    const common = { user_id: recipient.user_id, request_id: null };
    const noDetails = { note: null, fault_kinds: null, quantity: null };
    const getTitle = ({ task_id }: Task) => names.get(task_id) ?? '';
    for (const event of GROUPED_EVENTS) {
      const tasks = recipientNotifications
        .filter((recipientNotification) => recipientNotification.event === event)
        .map(({ task }) => task);
      if (!tasks[0]) continue;
      const reason = event === 'taken_away' ? (note ?? null) : null;
      const task_ids = tasks.map(({ task_id }) => task_id);
      notifications.push({ ...common, ...noDetails, event, note: reason, task_ids, title: getTitle(tasks[0]) });
    }
    for (const { task, event } of recipientNotifications) {
      if (isGroupedEvent(event)) continue;
      notifications.push({
        ...common,
        event,
        task_ids: [task.task_id],
        title: getTitle(task),
        ...getDetails(event, task, { note, fault_kinds }),
      });
    }
  }
  if (notifications.length > 0) await insertNotifications(ctx.db, notifications, ctx.actor.user_id, ctx.now);
}

/**
 * Adds users who can reassign work that came back to an editor who cannot continue it (decision 148). Returns all
 * recipients.
 */
async function addAssigners(
  ctx: Ctx,
  taskNotifications: TaskNotification[],
  people: readonly Actor[],
): Promise<readonly Actor[]> {
  const byId = new Map(people.map((person) => [person.user_id, person]));
  const withoutEditor = taskNotifications.filter(
    ({ task, event }) =>
      isSetback(event) && task.editor !== ctx.actor.user_id && needsNewEditor(task, (id) => byId.get(id) ?? null),
  );
  if (withoutEditor.length === 0) return people;
  const assigners = await findRecipients(ctx.db, { codes: [ASSIGN_CODE] });
  const ids = assigners.map(({ user_id }) => user_id).filter((id) => id !== ctx.actor.user_id);
  taskNotifications.push(...withoutEditor.map((item) => ({ ...item, event: 'no_editor' as const, people: ids })));
  return [...people, ...assigners.filter(({ user_id }) => !byId.has(user_id))];
}

/** Removes unseen notifications of reassigned work. Returns the pairs (`"<user id> <task id>"`) that no longer need a notification. */
async function retractReassigned(
  ctx: Ctx,
  beforeById: ReadonlyMap<number, Task>,
  after: readonly Task[],
): Promise<ReadonlySet<string>> {
  const taken = after.flatMap(({ task_id, editor }) => {
    const formerEditor = beforeById.get(task_id)?.editor ?? null;
    return formerEditor === null || formerEditor === editor ? [] : [{ user_id: formerEditor, task_id }];
  });
  if (taken.length === 0) return new Set();
  const retracted = await retractAssignments(ctx.db, taken);
  await emitRetracted(ctx, retracted);
  return new Set(
    retracted.flatMap(({ user_id, task_ids }) =>
      task_ids
        .filter((id) => beforeById.get(id)?.status === TaskStatus.EDITOR_ASSIGNED)
        .map((id) => `${user_id} ${id}`),
    ),
  );
}

function getDetails(event: NotificationEvent, task: Task, { note, fault_kinds }: ChangeNote) {
  if (event === 'rework') return { note: task.rework_notes, fault_kinds: null, quantity: task.rework_quantity };
  if (event === 'task_note') return { note: task.notes, fault_kinds: null, quantity: null };
  return { note: note ?? null, fault_kinds: fault_kinds?.length ? fault_kinds : null, quantity: null };
}

/** Notifies the author of an appeal and the QC of its fault of the decision, if they see the task. */
export async function notifyOfAppeal(
  ctx: Ctx,
  task: Task,
  { state, created_by, found_by, sub_prod_id, decision, fault_kinds }: Appeal,
): Promise<void> {
  const people = [created_by, found_by].filter((id) => id !== null && id !== ctx.actor.user_id);
  const recipients = (await findRecipients(ctx.db, { ids: people as number[] })).filter(
    (recipient) => can(recipient, canViewTasks) && canView(getTaskVisibility(recipient), task),
  );
  if (recipients.length === 0) return;
  const notifications = recipients.map(({ user_id }) => ({
    user_id,
    event: state === 'UPHELD' ? ('appeal_upheld' as const) : ('appeal_dismissed' as const),
    task_ids: [task.task_id],
    request_id: null,
    title: sub_prod_id,
    note: decision,
    fault_kinds,
    quantity: null,
  }));
  await insertNotifications(ctx.db, notifications, ctx.actor.user_id, ctx.now);
}

/** Retracts the notifications of undone moves: the moved tasks, the tasks before, and the time. */
export async function retractMoveNotifications(
  ctx: Ctx,
  moves: readonly { task: Task; was: TaskPeople; at: Instant }[],
): Promise<void> {
  const retractions = moves.flatMap(({ task, was: earlier, at }) =>
    [...new Set([task.editor, earlier.editor, earlier.first_qc, earlier.second_qc])]
      .filter((id) => id !== null && id !== ctx.actor.user_id)
      .map((id) => ({ user_id: id as number, task_id: task.task_id, at })),
  );
  if (retractions.length === 0) return;
  await emitRetracted(ctx, await retractNotifications(ctx.db, ctx.actor.user_id, retractions));
}

/** Refreshes the notifications on the recipients' pages. */
async function emitRetracted(ctx: Ctx, retracted: readonly { user_id: number }[]): Promise<void> {
  const people = [...new Set(retracted.map(({ user_id }) => user_id))];
  if (people.length > 0) await emit(ctx, 'notification', [], people);
}

/** Retracts the notifications of a deleted rework: its request and the faults of its rechecks. */
export async function retractRework(ctx: Ctx, task: Task): Promise<void> {
  await emitRetracted(ctx, await retractSetbacks(ctx.db, task));
}

/** Notifies of a request: users of its new board, or its processor when other users link or move it. */
export async function notifyOfRequest(ctx: Ctx, before: RequestRow, after: RequestRow): Promise<void> {
  const me = ctx.actor.user_id;
  const accepted = before.status === 'NEED_REVIEW' && after.status === 'TODO';
  const event = getRequestEvent(before, after, accepted);
  if (!event) return;
  const worker = before.processing_by ?? after.processing_by;
  const found =
    event === 'request_on_board'
      ? await findRecipients(ctx.db, { codes: REQUEST_WORK_CODES })
      : worker === null || worker === me
        ? []
        : await findRecipients(ctx.db, { ids: [worker] });
  const recipients = found.filter((recipient) => {
    const boards = event === 'request_on_board' ? getWorkableBoards(recipient) : getVisibleBoards(recipient);
    return recipient.user_id !== me && boards.includes(after.board);
  });
  await notifyRecipients(ctx, after, event, recipients, accepted ? after.reply : null);
}

/** Notifies the author of a quote, and the processor of its request, of the customer's decision. */
export async function notifyOfQuote(
  ctx: Ctx,
  request: RequestRow,
  event: 'quote_accepted' | 'quote_declined',
  people: readonly (number | null)[],
  note: string | null,
): Promise<void> {
  const ids = [...new Set(people)].filter((id) => id !== null);
  const recipients = ids.length > 0 ? await findRecipients(ctx.db, { ids }) : [];
  await notifyRecipients(
    ctx,
    request,
    event,
    recipients.filter((recipient) => getVisibleBoards(recipient).includes(request.board)),
    note,
  );
}

/** Notifies the processor of a complaint, or all users of its board, that all its tasks are completed. */
export async function notifyReworkCompleted(ctx: Ctx, request: RequestRow): Promise<void> {
  const worker = request.processing_by;
  const canAnswer = (one: Actor) => getWorkableBoards(one).includes(request.board);
  const processors = worker === null ? [] : (await findRecipients(ctx.db, { ids: [worker] })).filter(canAnswer);
  const found =
    processors.length > 0
      ? processors
      : (await findRecipients(ctx.db, { codes: REQUEST_WORK_CODES })).filter(canAnswer);
  const recipients = found.filter(({ user_id }) => user_id !== ctx.actor.user_id);
  await notifyRecipients(ctx, request, 'request_redone', recipients, null);
}

/** Notifies administrators that a webhook was switched off after days without a delivery (decision 137). */
export async function notifyOfStoppedWebhook(db: Database, name: string, now: Instant): Promise<void> {
  const noDetails = { task_ids: [], request_id: null, note: null, fault_kinds: null, quantity: null };
  const notifications = (await findAdmins(db)).map((user_id): NewNotification => ({
    user_id,
    event: 'webhook_stopped',
    title: name,
    ...noDetails,
  }));
  if (notifications.length > 0) await insertNotifications(db, notifications, null, now);
}

/** Notifies customer service, or administrators for a member, that the mail server refused an address for good. */
export async function notifyOfRefusedAddress(
  db: Database,
  { full_name, account, address }: { full_name: string; account: 'staff' | 'customer'; address: string },
  now: Instant,
): Promise<void> {
  const people =
    account === 'staff'
      ? await findAdmins(db)
      : (await findRecipients(db, { codes: ['npn_cs_customer_request'] })).map(({ user_id }) => user_id);
  const noDetails = { task_ids: [], request_id: null, fault_kinds: null, quantity: null };
  const notifications = people.map((user_id): NewNotification => ({
    user_id,
    event: 'mail_refused',
    title: full_name,
    note: address,
    ...noDetails,
  }));
  if (notifications.length > 0) await insertNotifications(db, notifications, null, now);
}

async function notifyRecipients(
  ctx: Ctx,
  { id, subject }: RequestRow,
  event: NotificationEvent,
  recipients: readonly { user_id: number }[],
  note: string | null,
): Promise<void> {
  if (recipients.length === 0) return;
  const notifications = recipients.map(({ user_id }) => ({
    user_id,
    event,
    task_ids: [],
    request_id: id,
    title: subject,
    note,
    fault_kinds: null,
    quantity: null,
  }));
  await insertNotifications(ctx.db, notifications, ctx.actor.user_id, ctx.now);
}

function getRequestEvent(before: RequestRow, after: RequestRow, accepted: boolean): NotificationEvent | null {
  if (accepted || after.board !== before.board) return 'request_on_board';
  if (after.job_id !== before.job_id && after.job_id !== null) return 'request_linked';
  return after.status === before.status ? null : 'request_moved';
}

/** Deletes notifications from before an instant. Notifications are messages, not records. */
export const deleteOldNotifications = (db: Database, before: Instant) => deleteNotificationsBefore(db, before);
