import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

interface AimOptions<T> {
  items: readonly T[];
  /** Whether the items belong to the typed text. Until then Enter waits. */
  ready: (aimed: T | undefined) => boolean;
  /** The first item is aimed at without an arrow key. */
  aimsFirst: boolean;
  onTake: (item: T) => void;
}

interface Aim {
  /** Null before any arrow key. */
  at: number | null;
  /** A press of Enter, each with its own symbol. Null without one. */
  enter: symbol | null;
}

const NO_AIM: Aim = { at: null, enter: null };

/** Keys that a search field passes on to its list. */
const isListKey = ({ key, nativeEvent }: KeyboardEvent): boolean =>
  ['Enter', 'ArrowDown', 'ArrowUp'].includes(key) && !nativeEvent.isComposing;

/**
 * A search field with a list: arrows move the aim, Enter takes the aimed item. Keys pressed before the list has loaded apply when it has.
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

/** The aim after a key. `count` is 0 while the number of items is unknown. */
function after({ at, enter }: Aim, key: string, count: number, aimsFirst: boolean): Aim {
  const place = at ?? (aimsFirst ? 0 : -1);
  // Enter without an aim moves to the first item instead of choosing it unseen.
  if (key === 'Enter') return place < 0 ? { at: 0, enter: null } : { at, enter: Symbol() };
  const step = key === 'ArrowDown' ? 1 : -1;
  if (count === 0) return { at: Math.max(0, place + step), enter };
  return { at: (Math.min(place, count - 1) + step + count) % count, enter: null };
}
