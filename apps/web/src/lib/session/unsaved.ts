const guards = new Set<() => boolean>();

/** Lets the guard of a screen ask whether something typed would be lost. Returns how to end that. */
export function trackUnsaved(isTouched: () => boolean): () => void {
  guards.add(isTouched);
  return () => void guards.delete(isTouched);
}

/** Whether something is typed on the screen that is not saved. */
export const isUnsaved = (): boolean => [...guards].some((isTouched) => isTouched());
