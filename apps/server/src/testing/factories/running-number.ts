let last = 0;

/** A number no other made thing of this process has: for names that must be unique and matter to nobody. */
export const runningNumber = (): number => {
  last += 1;
  return last;
};
