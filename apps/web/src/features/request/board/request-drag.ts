import type { DragEvent } from 'react';

const DRAG_TYPE = 'application/x-darkroom-request';

/** Marks a drag as a drag of a request. */
export function startRequestDrag(event: DragEvent, id: number): void {
  event.dataTransfer.setData(DRAG_TYPE, String(id));
  event.dataTransfer.effectAllowed = 'move';
}

export const isRequestDrag = (event: DragEvent): boolean => event.dataTransfer.types.includes(DRAG_TYPE);
