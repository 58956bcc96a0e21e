/** Where the grid lines stand: from zero on, `lines` of them at most, so far apart that a person would say it. */
export function gridOf(highest: number, lines: number): { step: number; end: number } {
  const rough = (highest || 1) / (lines - 1);
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * unit >= rough) ?? 10) * unit;
  return { step, end: Math.max(1, Math.ceil(highest / step)) * step };
}
