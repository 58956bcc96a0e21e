/**
 * Finds groups of files that import each other, so that none can be loaded alone. Types and lazy imports count.
 * `imports` has the imported files of each file.
 */
export function findCircles(imports) {
  const circles = [];
  const visited = new Map();
  const open = [];
  const isOpen = new Set();

  // Tarjan's algorithm: a file that reaches no file before itself closes a group.
  const visit = (file) => {
    const node = { first: visited.size, back: visited.size };
    visited.set(file, node);
    open.push(file);
    isOpen.add(file);
    for (const target of imports.get(file) ?? []) {
      if (!imports.has(target)) continue;
      const known = visited.get(target);
      if (!known) node.back = Math.min(node.back, visit(target).back);
      else if (isOpen.has(target)) node.back = Math.min(node.back, known.first);
    }
    if (node.back === node.first) {
      const group = open.splice(open.indexOf(file));
      for (const item of group) isOpen.delete(item);
      if (group.length > 1) circles.push(group.sort((a, b) => (a < b ? -1 : 1)));
    }
    return node;
  };
  for (const file of imports.keys()) if (!visited.has(file)) visit(file);
  return circles;
}
