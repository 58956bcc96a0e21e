import type { DragEvent } from 'react';

const DRAG_TYPE = 'application/x-darkroom-tasks';

/** Marks a drag event as a drag of tasks. */
export function startTaskDrag(event: DragEvent, task_ids: readonly number[]): void {
  event.dataTransfer.setData(DRAG_TYPE, JSON.stringify(task_ids));
  event.dataTransfer.effectAllowed = 'move';
}

export const isTaskDrag = (event: DragEvent): boolean => event.dataTransfer.types.includes(DRAG_TYPE);

/** Returns the ids of the dropped tasks. Empty for other drags. */
export function draggedTasks(event: DragEvent): number[] {
  try {
    const ids: unknown = JSON.parse(event.dataTransfer.getData(DRAG_TYPE));
    return Array.isArray(ids) ? ids.filter((id): id is number => Number.isInteger(id)) : [];
  } catch {
    return [];
  }
}
