export interface ChartBar {
  /** One line or two, each cut by itself. */
  readonly name: string;
  readonly value: number;
  /** In the period before, drawn as an outline behind (look, Charts). */
  readonly before?: number;
  /** What is said of it where somebody points. */
  readonly words: string;
}

/** How high a chart is whose bars stand side by side. */
export const UPRIGHT_HEIGHT = 220;

const BAR = 26;
/** Names of two lines need more. */
const TALL_BAR = 36;
const FRAME = 34;

/** How high a chart of these bars is: known before anything of it is drawn. */
export function chartHeight(bars: readonly ChartBar[], upright: boolean): number {
  if (upright) return UPRIGHT_HEIGHT;
  const pitch = bars.some(({ name }) => name.includes('\n')) ? TALL_BAR : BAR;
  return bars.length * pitch + FRAME;
}
