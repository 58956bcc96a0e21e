const guards = new Set<() => boolean>();

/** Lets the guard of a screen check for unsaved text. Returns the unsubscribe function. */
export function trackUnsaved(isTouched: () => boolean): () => void {
  guards.add(isTouched);
  return () => void guards.delete(isTouched);
}

/** Whether the screen has unsaved text. */
export const isUnsaved = (): boolean => [...guards].some((isTouched) => isTouched());
