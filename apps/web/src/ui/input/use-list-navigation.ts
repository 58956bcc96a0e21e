import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

interface NavigationOptions<T> {
  items: readonly T[];
  /** True if the items belong to the typed text. Until then Enter waits. */
  ready: (activeItem: T | undefined) => boolean;
  /** True if the first item is active without an arrow key. */
  startsAtFirst: boolean;
  onSelect: (item: T) => void;
}

interface ActivePosition {
  /** Position of the active item. Null if no arrow key was pressed. */
  at: number | null;
  /** A press of Enter, each with its own symbol. Null if Enter was not pressed. */
  enter: symbol | null;
}

const NO_POSITION: ActivePosition = { at: null, enter: null };

/** True for keys that a search field passes on to its list. */
const isListKey = ({ key, nativeEvent }: KeyboardEvent): boolean =>
  ['Enter', 'ArrowDown', 'ArrowUp'].includes(key) && !nativeEvent.isComposing;

/**
 * Returns a search field with a list: arrows move the active item, and Enter selects it. Keys pressed before the list has loaded apply when
 * it has.
 */
export function useListNavigation<T>({ items, ready, startsAtFirst, onSelect }: NavigationOptions<T>) {
  const [active, setActive] = useState(NO_POSITION);
  const index = active.at ?? (startsAtFirst ? 0 : -1);
  const activeItem = items[Math.min(index, items.length - 1)];

  const handledEnter = useRef<symbol | null>(null);
  useEffect(() => {
    if (active.enter === null || active.enter === handledEnter.current || !ready(activeItem)) return;
    handledEnter.current = active.enter;
    if (activeItem !== undefined) onSelect(activeItem);
  });

  return {
    activeItem,
    onKeyDown: (event: KeyboardEvent) => {
      if (!isListKey(event)) return;
      event.preventDefault();
      setActive((before) => getNextPosition(before, event.key, items.length, startsAtFirst));
    },
    setActiveIndex: (at: number | null) => setActive({ at, enter: null }),
  };
}

/** Returns the position after a key. `count` is 0 while the number of items is unknown. */
function getNextPosition(
  { at, enter }: ActivePosition,
  key: string,
  count: number,
  startsAtFirst: boolean,
): ActivePosition {
  const index = at ?? (startsAtFirst ? 0 : -1);
  // Enter without an aim moves to the first item instead of choosing it unseen.
  if (key === 'Enter') return index < 0 ? { at: 0, enter: null } : { at, enter: Symbol() };
  const step = key === 'ArrowDown' ? 1 : -1;
  if (count === 0) return { at: Math.max(0, index + step), enter };
  return { at: (Math.min(index, count - 1) + step + count) % count, enter: null };
}
