const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** What a list got and what it lost; nothing of either where it only changed its order. */
export function membersBetween(before: unknown, after: unknown): { added: unknown[]; removed: unknown[] } {
  const [was, is] = [listOf(before), listOf(after)];
  const without = (list: readonly unknown[], others: readonly unknown[]) => {
    const known = new Set(others.map((member) => JSON.stringify(member)));
    return list.filter((member) => !known.has(JSON.stringify(member)));
  };
  return { added: without(is, was), removed: without(was, is) };
}
