import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

interface AimOptions<T> {
  items: readonly T[];
  /** Whether these are the items of what is typed: until then Enter waits for them. */
  ready: (aimed: T | undefined) => boolean;
  /** The first item is aimed at without an arrow. */
  aimsFirst: boolean;
  onTake: (item: T) => void;
}

interface Aim {
  /** null: no arrow was pressed. */
  at: number | null;
  /** A press of Enter, each its own; null where none is meant. */
  enter: symbol | null;
}

const NO_AIM: Aim = { at: null, enter: null };

/** Keys that a searching field hands on to the list beneath it. */
const isListKey = ({ key, nativeEvent }: KeyboardEvent): boolean =>
  ['Enter', 'ArrowDown', 'ArrowUp'].includes(key) && !nativeEvent.isComposing;

/**
 * A searching field over a list: arrows move the aim, Enter takes what is aimed at. Keys that are faster than the list are
 * honoured when it comes.
 */
export function useAim<T>({ items, ready, aimsFirst, onTake }: AimOptions<T>) {
  const [aim, setAim] = useState(NO_AIM);
  const place = aim.at ?? (aimsFirst ? 0 : -1);
  const aimed = items[Math.min(place, items.length - 1)];

  const taken = useRef<symbol | null>(null);
  useEffect(() => {
    if (aim.enter === null || aim.enter === taken.current || !ready(aimed)) return;
    taken.current = aim.enter;
    if (aimed !== undefined) onTake(aimed);
  });

  return {
    aimed,
    onKeyDown: (event: KeyboardEvent) => {
      if (!isListKey(event)) return;
      event.preventDefault();
      setAim((before) => after(before, event.key, items.length, aimsFirst));
    },
    aimAt: (at: number | null) => setAim({ at, enter: null }),
  };
}

/** The aim after a key; `count` is 0 while nobody knows how many there will be. */
function after({ at, enter }: Aim, key: string, count: number, aimsFirst: boolean): Aim {
  const place = at ?? (aimsFirst ? 0 : -1);
  // Nothing is chosen unseen: Enter without an aim moves to the first.
  if (key === 'Enter') return place < 0 ? { at: 0, enter: null } : { at, enter: Symbol() };
  const step = key === 'ArrowDown' ? 1 : -1;
  if (count === 0) return { at: Math.max(0, place + step), enter };
  return { at: (Math.min(place, count - 1) + step + count) % count, enter: null };
}
