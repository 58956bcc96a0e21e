const checks = new Set<() => boolean>();

/** Lets the guard of a screen check for unsaved text. Returns the unsubscribe function. */
export function registerUnsavedCheck(isTouched: () => boolean): () => void {
  checks.add(isTouched);
  return () => void checks.delete(isTouched);
}

export const hasUnsavedText = (): boolean => [...checks].some((isTouched) => isTouched());
