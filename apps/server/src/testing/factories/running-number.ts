let last = 0;

/** Returns a number that is unique in this process, for names that must be unique. */
export const takeRunningNumber = (): number => {
  last += 1;
  return last;
};
