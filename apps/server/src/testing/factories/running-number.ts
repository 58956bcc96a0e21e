let last = 0;

/** A number unique in this process: for names that must be unique and matter to nobody. */
export const runningNumber = (): number => {
  last += 1;
  return last;
};
