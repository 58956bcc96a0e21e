import { useState } from 'react';

/** A second press so soon is the same one: nobody has read anything between them. */
const DOUBLE_PRESS_MS = 1000;

const NOTHING: ReadonlySet<string> = new Set();

/** Holds up a press that comes before what is new was seen: the press shows it, and the next one is meant. */
export function useSeenFirst() {
  const [seen, setSeen] = useState({ keys: NOTHING, presses: 0, at: 0 });
  return {
    /** What was shown to a press. */
    seen: seen.keys,
    /** How many presses were held up. */
    presses: seen.presses,
    /** Whether everything that is new now was seen; `onHeldUp` says so of a press that was not a double one. */
    isSeen: (keys: readonly string[], onHeldUp: () => void): boolean => {
      if (keys.length === 0) return true;
      if (Date.now() - seen.at < DOUBLE_PRESS_MS) return false;
      if (keys.every((key) => seen.keys.has(key))) return true;
      setSeen(({ presses }) => ({ keys: new Set(keys), presses: presses + 1, at: Date.now() }));
      onHeldUp();
      return false;
    },
  };
}
