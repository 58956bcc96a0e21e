/** Waits for a promise, at most `ms`. The caller does not learn whether it settled. */
export const soon = (coming: Promise<unknown>, ms: number): Promise<unknown> =>
  Promise.race([coming.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, ms))]);
