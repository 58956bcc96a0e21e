export interface ChartBar {
  /** One or two lines, each cut separately. */
  readonly name: string;
  readonly value: number;
  /** Value of the previous period, drawn as an outline behind the bar (look, Charts). */
  readonly before?: number;
  /** Text of the tooltip. */
  readonly words: string;
}

/** Height of a chart with vertical bars. */
export const UPRIGHT_HEIGHT = 220;

const BAR = 26;
/** Names of two lines need more height. */
const TALL_BAR = 36;
const FRAME = 34;

/** The height of a chart, known before it is drawn. */
export function chartHeight(bars: readonly ChartBar[], upright: boolean): number {
  if (upright) return UPRIGHT_HEIGHT;
  const pitch = bars.some(({ name }) => name.includes('\n')) ? TALL_BAR : BAR;
  return bars.length * pitch + FRAME;
}
