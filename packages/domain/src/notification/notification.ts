import { anyOf, can, canViewTasks, type Access, type Subject } from '../permission/access.ts';
import { CAN_WORK_ON_REQUESTS } from '../request/access.ts';
import { EDITOR_CODE, QC_CODE } from '../task/decide.ts';
import type { TaskState } from '../task/state.ts';
import { TaskStatus } from '../task/status.ts';
import { getTaskPeople } from '../task/visibility.ts';

/** Kinds of notifications, each with its own switch (decision 092). The preferences show them in this order. */
export const NOTIFICATION_KINDS = ['fault', 'rework', 'assigned', 'note', 'appeal', 'request', 'webhook'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

const CAN_EDIT = anyOf(EDITOR_CODE.OTS, EDITOR_CODE.PTE);
const CAN_WORK_ON_TASKS = anyOf(EDITOR_CODE.OTS, EDITOR_CODE.PTE, QC_CODE.OTS, QC_CODE.PTE);

/** Permission to assign work. Its holders are notified of work that returned to an editor who cannot continue it (decision 148). */
export const ASSIGN_CODE = 'npn_assign_task';

/** Conditions for each kind. A user must satisfy all of them. Preferences leave out the others. */
const REQUIRED_ACCESS = {
  fault: [canViewTasks, CAN_EDIT],
  rework: [canViewTasks, CAN_EDIT],
  // For an editor who receives or loses a task, for a QC who loses a check, and for users who assign returned work.
  assigned: [canViewTasks, anyOf(EDITOR_CODE.OTS, EDITOR_CODE.PTE, QC_CODE.OTS, QC_CODE.PTE, ASSIGN_CODE)],
  note: [canViewTasks],
  // For the user who appealed, and for the QC of the check.
  appeal: [canViewTasks, CAN_WORK_ON_TASKS],
  request: [CAN_WORK_ON_REQUESTS],
  webhook: [anyOf('npn_admin')],
} as const satisfies Record<NotificationKind, readonly Access[]>;

/** Returns the kinds that a user can receive, in the order of the preferences. */
export const getReceivableKinds = (subject: Subject): NotificationKind[] =>
  NOTIFICATION_KINDS.filter((kind) => REQUIRED_ACCESS[kind].every((access) => can(subject, access)));

/** Kind of each event. The text of a notification depends on the event. */
export const NOTIFICATION_EVENTS = {
  fault: 'fault',
  recheck_fault: 'fault',
  rework: 'rework',
  assigned: 'assigned',
  taken_away: 'assigned',
  no_editor: 'assigned',
  task_note: 'note',
  appeal_upheld: 'appeal',
  appeal_dismissed: 'appeal',
  request_on_board: 'request',
  request_linked: 'request',
  request_moved: 'request',
  quote_accepted: 'request',
  quote_declined: 'request',
  request_redone: 'request',
  webhook_stopped: 'webhook',
  mail_refused: 'request',
} as const satisfies Record<string, NotificationKind>;
export type NotificationEvent = keyof typeof NOTIFICATION_EVENTS;
export const NOTIFICATION_EVENT_NAMES = Object.keys(NOTIFICATION_EVENTS) as [NotificationEvent, ...NotificationEvent[]];

/** Events that one request reports to a user once, for all its tasks together. */
export const GROUPED_EVENTS = ['assigned', 'taken_away'] as const satisfies readonly NotificationEvent[];
type GroupedEvent = (typeof GROUPED_EVENTS)[number];
export const isGroupedEvent = (event: NotificationEvent): event is GroupedEvent =>
  (GROUPED_EVENTS as readonly NotificationEvent[]).includes(event);

/** True if a notification reports a setback, which is shown first and in red. */
export const isSetback = (event: NotificationEvent): boolean =>
  NOTIFICATION_EVENTS[event] === 'fault' || NOTIFICATION_EVENTS[event] === 'rework';

type NotifiedTask = TaskState & { readonly notes: string };

const FAULT_STATUSES: readonly TaskStatus[] = [TaskStatus.QC1_FAULTS_FOUND, TaskStatus.QC2_FAULTS_FOUND];

/** Finds the event of a change to a task, from its versions before and after. It does not depend on the endpoint. */
function findEvent(before: NotifiedTask, after: NotifiedTask): NotificationEvent | null {
  if (after.status !== before.status) {
    if (FAULT_STATUSES.includes(after.status)) return 'fault';
    if (after.status === TaskStatus.REWORK) {
      return before.status === TaskStatus.DONE_REWORK ? 'recheck_fault' : 'rework';
    }
  }
  if (after.editor !== null && after.editor !== before.editor) return 'assigned';
  if (after.notes !== before.notes && after.notes !== '') return 'task_note';
  return null;
}

/**
 * Returns the recipients and the event of a task's change, without the user who made it. Faults, rework and new work go to its editor,
 * notes go to all its people.
 */
export function getTaskNotification(
  before: NotifiedTask,
  after: NotifiedTask,
  actor: number,
): { event: NotificationEvent; people: number[] } | null {
  const event = findEvent(before, after);
  if (!event) return null;
  const recipients = event === 'task_note' ? getTaskPeople(after) : after.editor === null ? [] : [after.editor];
  const people = [...new Set(recipients)].filter((id) => id !== actor);
  return people.length > 0 ? { event, people } : null;
}

/** Returns the people who work on a task now: its editor and the QC of a running check. */
const getPeopleAtWork = ({ editor, first_qc, second_qc, status }: NotifiedTask): (number | null)[] => [
  editor,
  status === TaskStatus.QC1_START ? first_qc : null,
  status === TaskStatus.QC2_START ? second_qc : null,
];

/**
 * Finds people who lose a task by a change: its former editor, and the QC of a check that ends. Users are not notified of their own
 * actions.
 */
export function findPeopleLosingTask(before: NotifiedTask, after: NotifiedTask, actor: number): number[] {
  const remaining: (number | null)[] = [after.editor, after.first_qc, after.second_qc];
  return [...new Set(getPeopleAtWork(before))].filter(
    (id) => id !== null && id !== actor && !remaining.includes(id),
  ) as number[];
}
