import { TaskStatus, type TaskStatusName } from '@darkroom/domain/task/status';
import { describe, expect, it } from 'vitest';
import { statusColor } from './status-colors.ts';

const NAMES = Object.keys(TaskStatus) as TaskStatusName[];
/** Backgrounds of statuses (app/look/theme). */
const BACKGROUNDS = ['#141414', '#1c1c1c', '#262626'];

const toLinear = (color: string): [number, number, number] =>
  [1, 3, 5].map((from) => {
    const value = Number.parseInt(color.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];

function measureContrast(firstColor: string, secondColor: string): number {
  const measureBrightness = (color: string) => {
    const [r, g, b] = toLinear(color);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [darker, lighter] = [measureBrightness(firstColor), measureBrightness(secondColor)].toSorted((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}

/** Returns the perceived distance of two colours (Oklab). */
function measureDistance(firstColor: string, secondColor: string): number {
  const toPerceived = (color: string) => {
    const [r, g, b] = toLinear(color);
    const l = Math.cbrt(0.4122 * r + 0.5363 * g + 0.0514 * b);
    const m = Math.cbrt(0.2119 * r + 0.6807 * g + 0.1074 * b);
    const s = Math.cbrt(0.0883 * r + 0.2817 * g + 0.63 * b);
    return [
      0.2105 * l + 0.7936 * m - 0.0041 * s,
      1.978 * l - 2.4286 * m + 0.4506 * s,
      0.0259 * l + 0.7828 * m - 0.8087 * s,
    ];
  };
  const [a, b] = [toPerceived(firstColor), toPerceived(secondColor)];
  return Math.hypot(...a.map((value, index) => value - b[index]!));
}

const getColor = (name: TaskStatusName, dark: boolean) => statusColor(TaskStatus[name], dark);

describe('the colours of statuses', () => {
  it.each(NAMES)('%s has enough contrast on every dark background', (name) => {
    for (const background of BACKGROUNDS)
      expect(measureContrast(getColor(name, true), background)).toBeGreaterThanOrEqual(3);
  });

  it.each([
    ['QC1_FAULTS_FOUND', 'QC2_FAULTS_FOUND'],
    ['REWORK', 'DONE_REWORK'],
    ['QC1_FAULTS_FOUND', 'REWORK'],
    ['QC2_FAULTS_FOUND', 'DONE_REWORK'],
  ] as const)('%s and %s have distinct colours, light and dark', (firstStatus, secondStatus) => {
    for (const dark of [false, true]) {
      expect(
        measureDistance(getColor(firstStatus, dark), getColor(secondStatus, dark)),
        dark ? 'dark' : 'light',
      ).toBeGreaterThan(0.08);
    }
  });
});
