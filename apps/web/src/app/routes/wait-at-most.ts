/** Waits for a promise, at most `ms`. The caller does not learn if the promise settled. */
export const waitAtMost = (promise: Promise<unknown>, ms: number): Promise<unknown> =>
  Promise.race([promise.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, ms))]);
