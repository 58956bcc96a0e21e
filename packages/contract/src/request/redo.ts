import { anyOf } from '@darkroom/domain/permission/access';
import { BY_TASK } from '@darkroom/domain/lock/screens';
import { z } from 'zod';
import { defineDownload, defineEndpoint, showRows } from '../endpoint.ts';
import {
  EXPORT_ERRORS,
  exportInput,
  body,
  count,
  instant,
  pageOf,
  notes,
  oneOf,
  page,
  pageSize,
  sortBy,
  taskId,
  version,
} from '../fields.ts';
import { taskFilter } from '../task/filter.ts';
import { task, taskRow } from '../task/task.ts';

/** A rework with its history: QCs, instructions and outcome. */
export const redoRow = taskRow.extend({
  rework_count: z.int().describe('Number of reworks, including this one.'),
  rework_completed_at: instant().nullable().describe('Completion time of this rework. Null while the rework is open.'),
  fault_kinds: z.array(z.string()).describe('Faults that the rechecks found.'),
});

/** Open rework (Rework, Done Rework), past rework, or both. */
export const REDO_STATES = ['open', 'past', 'all'] as const;
export const REDO_SORTS = ['rework_at', 'job_date'] as const;

const { scope: _scope, status: _status, band: _band, ...redoTaskFilter } = taskFilter;

export const redoFilter = {
  ...redoTaskFilter,
  state: oneOf(REDO_STATES).default('open').describe('Open rework (`open`), past rework (`past`) or both (`all`).'),
};

export const redoEndpoints = {
  list: defineEndpoint({
    name: 'redo.list',
    method: 'POST',
    path: '/api/task/redo/list',
    summary: 'List current and past rework with its history',
    access: anyOf('npn_view_redo'),
    lock: null,
    kind: 'read',
    input: body({
      ...redoFilter,
      page: page(),
      page_size: pageSize(),
      sort: sortBy(REDO_SORTS).default('-rework_at'),
    }),
    output: pageOf(redoRow),
    errors: [],
    topics: ['task'],
    shows: { task: showRows((row: { task_id: number }) => row.task_id) },
  }),
  update: defineEndpoint({
    name: 'redo.update',
    method: 'POST',
    path: '/api/task/redo/update',
    summary: 'Change the quantity or the notes of a rework in progress',
    access: anyOf('npn_change_redo_task'),
    lock: BY_TASK,
    kind: 'write',
    input: body({
      task_id: taskId(),
      version: version(),
      rework_quantity: count(1).optional().describe('Pieces to rework.'),
      rework_notes: notes().optional(),
    }),
    output: task,
    errors: [
      'not_found',
      'stale',
      'no_fields_to_change',
      'wrong_status',
      'rework_quantity_invalid',
      'rework_notes_required',
    ],
  }),
  delete: defineEndpoint({
    name: 'redo.delete',
    method: 'POST',
    path: '/api/task/redo/delete',
    summary: 'Undo a rework',
    description: 'The task is Completed again. Its history records the change.',
    access: anyOf('npn_delete_redo_task'),
    lock: BY_TASK,
    kind: 'write',
    input: body({ task_id: taskId(), version: version().optional() }),
    output: task,
    errors: ['not_found', 'stale', 'wrong_status', 'never_completed'],
  }),
};

export type RedoRow = z.output<typeof redoRow>;

/** Export of the rework list, each rework with its history. */
export const redoExport = defineDownload({
  name: 'export.redo',
  path: '/api/task/redo/export',
  summary: 'Export the rework list, each rework with its history',
  access: anyOf('npn_view_redo'),
  input: exportInput({ ...redoFilter, sort: sortBy(REDO_SORTS).default('-rework_at') }),
  errors: EXPORT_ERRORS,
});
