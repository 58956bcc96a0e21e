export interface ChartBar {
  /** One or two lines, each cut separately. */
  readonly name: string;
  readonly value: number;
  /** Value of the previous period, drawn as an outline behind the bar (look, Charts). */
  readonly before?: number;
  readonly words: string;
}

/** Height of a chart with vertical bars. */
export const VERTICAL_HEIGHT = 220;

const BAR_HEIGHT = 26;
/** Names of two lines need more height. */
const TALL_BAR_HEIGHT = 36;
const FRAME_HEIGHT = 34;

/** Returns the height of a chart, known before it is drawn. */
export function getChartHeight(bars: readonly ChartBar[], vertical: boolean): number {
  if (vertical) return VERTICAL_HEIGHT;
  const pitch = bars.some(({ name }) => name.includes('\n')) ? TALL_BAR_HEIGHT : BAR_HEIGHT;
  return bars.length * pitch + FRAME_HEIGHT;
}
