import type { Handlers } from '../../http/handlers.ts';
import { addTasks, adminUpdateTask, deleteTodoTasks, updateTaskNotes } from './task-admin.service.ts';
import { readAdvice, reportAdvice } from './advice/advice.service.ts';
import { countTasks } from './counts/counts.service.ts';
import { readEditorFaults } from './task.service.ts';
import { changeSupporters } from './supporter.service.ts';
import { spreadTasks } from './task-spread.service.ts';
import { readShares } from './counts/counts.service.ts';
import { findTaskIds, moveMany, readTimes, undoMoves } from './task-many.service.ts';
import { actOnTask, assignTasks, listTasks, readHistory, readLoad } from './task.service.ts';

export const taskRoutes = {
  'task.list': listTasks,
  'task.counts': countTasks,
  'task.history': readHistory,
  'task.load': readLoad,
  'task.act': actOnTask,
  'task.assign': assignTasks,
  'task.adminUpdate': adminUpdateTask,
  'task.updateNotes': updateTaskNotes,
  'task.add': addTasks,
  'task.delete': deleteTodoTasks,
  'task.ids': findTaskIds,
  'task.bulk': moveMany,
  'task.spread': spreadTasks,
  'task.undo': undoMoves,
  'task.supporters': changeSupporters,
  'task.times': readTimes,
  'task.shares': readShares,
  'task.editorFaults': readEditorFaults,
  'task.advice': readAdvice,
  'task.adviceReport': reportAdvice,
} satisfies Partial<Handlers>;
