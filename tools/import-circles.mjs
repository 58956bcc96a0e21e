/**
 * Circles of imports: groups of files each of which is reached from each other one, so that none of them can be read, moved or
 * loaded by itself. Types and parts that are loaded later count as well: they are arrows in the reader's head.
 * `imports` gives each file those it imports; each group is in the order of names.
 */
export function findCircles(imports) {
  const circles = [];
  const met = new Map();
  const open = [];
  const isOpen = new Set();

  // Tarjan's: a file whose reach never leads further back than itself closes a group.
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
