import type { DragEvent } from 'react';

const KIND = 'application/x-darkroom-tasks';

/** Marks a drag event as a drag of tasks. */
export function startTaskDrag(event: DragEvent, task_ids: readonly number[]): void {
  event.dataTransfer.setData(KIND, JSON.stringify(task_ids));
  event.dataTransfer.effectAllowed = 'move';
}

export const isTaskDrag = (event: DragEvent): boolean => event.dataTransfer.types.includes(KIND);

/** Ids of the dropped tasks. Empty for other drags. */
export function draggedTasks(event: DragEvent): number[] {
  try {
    const ids: unknown = JSON.parse(event.dataTransfer.getData(KIND));
    return Array.isArray(ids) ? ids.filter((id): id is number => Number.isInteger(id)) : [];
  } catch {
    return [];
  }
}
