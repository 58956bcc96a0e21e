/** Waits for what is to come, but not longer than so many ms: whoever waits goes on without it, and whether it came is not told. */
export const soon = (coming: Promise<unknown>, ms: number): Promise<unknown> =>
  Promise.race([coming.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, ms))]);
