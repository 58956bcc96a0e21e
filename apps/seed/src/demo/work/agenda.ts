/** Queue of work, sorted by time. */
export interface Agenda<T extends { ready: number }> {
  add(item: T): void;
  take(): T | undefined;
}

/** Creates a queue as a binary heap. */
export function createAgenda<T extends { ready: number }>(): Agenda<T> {
  const heap: T[] = [];
  const at = (index: number): T => heap[index] as T;
  return {
    add: (item) => {
      let position = heap.push(item) - 1;
      while (position > 0) {
        const parent = (position - 1) >> 1;
        if (at(parent).ready <= item.ready) break;
        heap[position] = at(parent);
        position = parent;
      }
      heap[position] = item;
    },
    take: () => {
      const first = heap[0];
      const last = heap.pop();
      if (heap.length === 0 || !last) return first;
      let position = 0;
      for (;;) {
        let child = 2 * position + 1;
        if (child >= heap.length) break;
        if (child + 1 < heap.length && at(child + 1).ready < at(child).ready) child += 1;
        if (at(child).ready >= last.ready) break;
        heap[position] = at(child);
        position = child;
      }
      heap[position] = last;
      return first;
    },
  };
}
