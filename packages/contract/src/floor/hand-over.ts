import { WORKSTREAMS } from '@darkroom/domain/customer/enums';
import { TASK_STATUSES, type TaskStatus } from '@darkroom/domain/task/status';
import { z } from 'zod';
import { id, seenTasks } from '../fields.ts';

/**
 * Work somebody has in hand, and teams they lead: what has to go to others before they leave, or before they lose the rights it
 * takes. A task the caller may not see has no number and no name here: where it stands, and what its hand-over asks for, is all.
 */
export const tasksInHand = z.object({
  tasks: z.array(
    z.object({
      task_id: z.int(),
      version: z.int(),
      sub_prod_id: z.string().nullable(),
      job_name: z.string().nullable(),
      status: z.literal([...TASK_STATUSES] as [TaskStatus, ...TaskStatus[]]),
      workstream: z.enum(WORKSTREAMS),
      part: z.enum(['editor', 'qc', 'supporter']),
      /** Work that is past To Do and Processing cannot go back to the pool: somebody has to take it over. */
      needs_successor: z.boolean(),
    }),
  ),
  teams: z.array(z.object({ id: z.int(), version: z.int(), team_name: z.string() })),
});

/** Who takes over: an editor for each workstream, or null, back to the pool; a leader for a team, or null, nobody. */
export const successor = () => id().nullable();

/** What a call that takes work out of somebody's hand says of it: the tasks that were seen, and who edits on. */
export const handOver = {
  tasks: seenTasks().max(2000, 'too_many_items').default([]),
  editors: z
    .strictObject({ OTS: successor().default(null), PTE: successor().default(null) })
    .default({ OTS: null, PTE: null }),
};

/** What can prevent it; `has_tasks` (no task was named) and `stale` bring the hand as it is now. */
export const HAND_OVER_ERRORS = [
  'has_tasks',
  'stale',
  'forbidden',
  'editor_required',
  'editor_not_of_workstream',
  'editor_cannot_go_on',
  'four_eyes',
] as const;

export type TasksInHand = z.output<typeof tasksInHand>;
