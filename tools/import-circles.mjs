/**
 * Circles of imports: groups of files that reach each other, so that none of them can be read, moved or loaded alone. Types and lazy
 * imports count too.
 * `imports` gives the imported files of each file. Each group is sorted by name.
 */
export function findCircles(imports) {
  const circles = [];
  const met = new Map();
  const open = [];
  const isOpen = new Set();

  // Tarjan's algorithm: a file that reaches no file before itself closes a group.
  const visit = (file) => {
    const place = { first: met.size, back: met.size };
    met.set(file, place);
    open.push(file);
    isOpen.add(file);
    for (const target of imports.get(file) ?? []) {
      if (!imports.has(target)) continue;
      const known = met.get(target);
      if (!known) place.back = Math.min(place.back, visit(target).back);
      else if (isOpen.has(target)) place.back = Math.min(place.back, known.first);
    }
    if (place.back === place.first) {
      const group = open.splice(open.indexOf(file));
      for (const one of group) isOpen.delete(one);
      if (group.length > 1) circles.push(group.sort((a, b) => (a < b ? -1 : 1)));
    }
    return place;
  };
  for (const file of imports.keys()) if (!met.has(file)) visit(file);
  return circles;
}
