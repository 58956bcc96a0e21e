import { anyOf, can, viewsTasks, type Access, type Subject } from '../permission/access.ts';
import { WORKS_REQUESTS } from '../request/access.ts';
import { EDITOR_CODE, QC_CODE } from '../task/decide.ts';
import type { TaskState } from '../task/state.ts';
import { TaskStatus } from '../task/status.ts';
import { peopleOf } from '../task/visibility.ts';

/** What people are told of, and can turn off one by one (decision 092). The order is that of the preferences. */
export const NOTICE_KINDS = ['fault', 'rework', 'assigned', 'note', 'appeal', 'request', 'webhook'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

const EDITS = anyOf(EDITOR_CODE.OTS, EDITOR_CODE.PTE);
const WORKS_ON_TASKS = anyOf(EDITOR_CODE.OTS, EDITOR_CODE.PTE, QC_CODE.OTS, QC_CODE.PTE);

/** Whoever holds this gives work to editors, and hears of what came back to one who cannot go on with it (decision 148). */
export const ASSIGNS = 'npn_assign_task';

/** Who can get a kind at all: they pass all of these. A kind that never reaches a person is not offered to them. */
const REACHES = {
  fault: [viewsTasks, EDITS],
  rework: [viewsTasks, EDITS],
  // Given to an editor; taken away from an editor, or from whoever was checking; to be given to another by whoever assigns.
  assigned: [viewsTasks, anyOf(EDITOR_CODE.OTS, EDITOR_CODE.PTE, QC_CODE.OTS, QC_CODE.PTE, ASSIGNS)],
  note: [viewsTasks],
  // Whoever appealed, and whose check it was about.
  appeal: [viewsTasks, WORKS_ON_TASKS],
  request: [WORKS_REQUESTS],
  webhook: [anyOf('npn_admin')],
} as const satisfies Record<NoticeKind, readonly Access[]>;

/** The kinds that can come to somebody, in the order of the preferences. */
export const kindsFor = (subject: Subject): NoticeKind[] =>
  NOTICE_KINDS.filter((kind) => REACHES[kind].every((access) => can(subject, access)));

/** What happened, each with the kind it belongs to: the sentence of a notice is its event's. */
export const NOTICE_EVENTS = {
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
export type NoticeEvent = keyof typeof NOTICE_EVENTS;
export const NOTICE_EVENT_NAMES = Object.keys(NOTICE_EVENTS) as [NoticeEvent, ...NoticeEvent[]];

/** What a person is told once in one call, however many tasks it is about. */
export const TOLD_OF_MANY = ['assigned', 'taken_away'] as const satisfies readonly NoticeEvent[];
type ToldOfMany = (typeof TOLD_OF_MANY)[number];
export const isToldOfMany = (event: NoticeEvent): event is ToldOfMany =>
  (TOLD_OF_MANY as readonly NoticeEvent[]).includes(event);

/** Notices of work that came back: said in red, and first of all. */
export const isSetbackNotice = (event: NoticeEvent): boolean =>
  NOTICE_EVENTS[event] === 'fault' || NOTICE_EVENTS[event] === 'rework';

type Noticed = TaskState & { readonly notes: string };

const FAULTS: readonly TaskStatus[] = [TaskStatus.QC1_FAULTS_FOUND, TaskStatus.QC2_FAULTS_FOUND];

/** What came of a task's change, whatever call made it: told from what the task was and what it is. */
function eventOf(before: Noticed, after: Noticed): NoticeEvent | null {
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
 * Whom a task's change is told, and as what: faults, rework and new work go to its editor, a note to all of its people.
 * Nobody is told of what they did themself.
 */
export function taskNotice(
  before: Noticed,
  after: Noticed,
  actor: number,
): { event: NoticeEvent; people: number[] } | null {
  const event = eventOf(before, after);
  if (!event) return null;
  const concerned = event === 'task_note' ? peopleOf(after) : after.editor === null ? [] : [after.editor];
  const people = [...new Set(concerned)].filter((id) => id !== actor);
  return people.length > 0 ? { event, people } : null;
}

/** Who is at work on a task: its editor, and whoever is checking it at this moment. */
const atWorkOn = ({ editor, first_qc, second_qc, status }: Noticed): (number | null)[] => [
  editor,
  status === TaskStatus.QC1_START ? first_qc : null,
  status === TaskStatus.QC2_START ? second_qc : null,
];

/**
 * Whose work a task's change took away: its editor, where it is somebody else's or nobody's now, and whoever was checking it
 * and does not keep the check. Nobody is told of what they did themself.
 */
export function takenFrom(before: Noticed, after: Noticed, actor: number): number[] {
  const left: (number | null)[] = [after.editor, after.first_qc, after.second_qc];
  return [...new Set(atWorkOn(before))].filter((id) => id !== null && id !== actor && !left.includes(id)) as number[];
}
