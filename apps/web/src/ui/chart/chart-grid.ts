/** Calculates grid lines from zero, at most `lines`, with a round step. Whole numbers have no line between them. */
export function computeGrid(highest: number, lines: number, isWhole = false): { step: number; end: number } {
  const rough = (highest || 1) / (lines - 1);
  const unit = 10 ** Math.max(isWhole ? 0 : -Infinity, Math.floor(Math.log10(rough)));
  const steps = [1, 2, 2.5, 5, 10].map((factor) => factor * unit).filter((item) => !isWhole || Number.isInteger(item));
  const step = steps.find((item) => item >= rough) ?? 10 * unit;
  return { step, end: Math.max(1, Math.ceil(highest / step)) * step };
}
