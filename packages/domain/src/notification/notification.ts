import { anyOf, can, viewsTasks, type Access, type Subject } from '../permission/access.ts';
import { WORKS_REQUESTS } from '../request/access.ts';
import { EDITOR_CODE, QC_CODE } from '../task/decide.ts';
import type { TaskState } from '../task/state.ts';
import { TaskStatus } from '../task/status.ts';
import { peopleOf } from '../task/visibility.ts';

/** Kinds of notifications, each with its own switch (decision 092). The preferences show them in this order. */
export const NOTICE_KINDS = ['fault', 'rework', 'assigned', 'note', 'appeal', 'request', 'webhook'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

const EDITS = anyOf(EDITOR_CODE.OTS, EDITOR_CODE.PTE);
const WORKS_ON_TASKS = anyOf(EDITOR_CODE.OTS, EDITOR_CODE.PTE, QC_CODE.OTS, QC_CODE.PTE);

/** Permission to assign work. Its holders are notified of work that returned to an editor who cannot continue it (decision 148). */
export const ASSIGNS = 'npn_assign_task';

/** Conditions for each kind, all of which a user must meet. Preferences leave out the others. */
const REACHES = {
  fault: [viewsTasks, EDITS],
  rework: [viewsTasks, EDITS],
  // For an editor who receives or loses a task, for a QC who loses a check, and for users who assign returned work.
  assigned: [viewsTasks, anyOf(EDITOR_CODE.OTS, EDITOR_CODE.PTE, QC_CODE.OTS, QC_CODE.PTE, ASSIGNS)],
  note: [viewsTasks],
  // For the user who appealed, and for the QC of the check.
  appeal: [viewsTasks, WORKS_ON_TASKS],
  request: [WORKS_REQUESTS],
  webhook: [anyOf('npn_admin')],
} as const satisfies Record<NoticeKind, readonly Access[]>;

/** Kinds that a user can receive, in the order of the preferences. */
export const kindsFor = (subject: Subject): NoticeKind[] =>
  NOTICE_KINDS.filter((kind) => REACHES[kind].every((access) => can(subject, access)));

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
} as const satisfies Record<string, NoticeKind>;
export type NotificationEvent = keyof typeof NOTIFICATION_EVENTS;
export const NOTICE_EVENT_NAMES = Object.keys(NOTIFICATION_EVENTS) as [NotificationEvent, ...NotificationEvent[]];

/** Events that one call reports to a user once, for all its tasks together. */
export const EVENTS_OF_MANY = ['assigned', 'taken_away'] as const satisfies readonly NotificationEvent[];
type EventOfMany = (typeof EVENTS_OF_MANY)[number];
export const isEventOfMany = (event: NotificationEvent): event is EventOfMany =>
  (EVENTS_OF_MANY as readonly NotificationEvent[]).includes(event);

/** Whether a notification reports a setback, which is shown first and in red. */
export const isSetbackNotice = (event: NotificationEvent): boolean =>
  NOTIFICATION_EVENTS[event] === 'fault' || NOTIFICATION_EVENTS[event] === 'rework';

type Noticed = TaskState & { readonly notes: string };

const FAULTS: readonly TaskStatus[] = [TaskStatus.QC1_FAULTS_FOUND, TaskStatus.QC2_FAULTS_FOUND];

/** Event of a change to a task, from its versions before and after. It does not depend on the call. */
function eventOf(before: Noticed, after: Noticed): NotificationEvent | null {
  if (after.status !== before.status) {
    if (FAULTS.includes(after.status)) return 'fault';
    if (after.status === TaskStatus.REWORK) {
      return before.status === TaskStatus.DONE_REWORK ? 'recheck_fault' : 'rework';
    }
  }
  if (after.editor !== null && after.editor !== before.editor) return 'assigned';
  if (after.notes !== before.notes && after.notes !== '') return 'task_note';
  return null;
}

/**
 * Recipients and event of a task's change, without the user who made it. Faults, rework and new work go to its editor, notes go to all
 * its people.
 */
export function taskNotice(
  before: Noticed,
  after: Noticed,
  actor: number,
): { event: NotificationEvent; people: number[] } | null {
  const event = eventOf(before, after);
  if (!event) return null;
  const concerned = event === 'task_note' ? peopleOf(after) : after.editor === null ? [] : [after.editor];
  const people = [...new Set(concerned)].filter((id) => id !== actor);
  return people.length > 0 ? { event, people } : null;
}

/** People working on a task now: its editor and the QC of a running check. */
const atWorkOn = ({ editor, first_qc, second_qc, status }: Noticed): (number | null)[] => [
  editor,
  status === TaskStatus.QC1_START ? first_qc : null,
  status === TaskStatus.QC2_START ? second_qc : null,
];

/** People who lose a task by a change: its former editor, and the QC of a check that ends. Users are not notified of their own actions. */
export function takenFrom(before: Noticed, after: Noticed, actor: number): number[] {
  const left: (number | null)[] = [after.editor, after.first_qc, after.second_qc];
  return [...new Set(atWorkOn(before))].filter((id) => id !== null && id !== actor && !left.includes(id)) as number[];
}
