import { theme } from 'antd';
import { describe, expect, it } from 'vitest';
import { themes } from './theme.ts';

/** Returns the relative luminance of a colour (WCAG 2.2). */
function measureBrightness(hexColor: string): number {
  const color = hexColor.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
  const readChannel = (from: number) => {
    const value = Number.parseInt(color.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * readChannel(1) + 0.7152 * readChannel(3) + 0.0722 * readChannel(5);
}

function measureContrast(firstColor: string, secondColor: string): number {
  const [darker, lighter] = [measureBrightness(firstColor), measureBrightness(secondColor)].toSorted((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}

describe.each(['light', 'dark'] as const)('the %s theme', (name) => {
  const config = themes[name].moving;
  const token = theme.getDesignToken(config);
  const backgrounds = [token.colorBgContainer, token.colorBgElevated, token.colorBgLayout];

  it('the text of a button stays readable, also on hover and press', () => {
    for (const kind of ['Primary', 'Error'] as const) {
      for (const color of [token[`color${kind}`], token[`color${kind}Hover`], token[`color${kind}Active`]]) {
        // Text in the colour, and text on the colour.
        for (const background of backgrounds)
          expect(measureContrast(color, background), `${color} on ${background}`).toBeGreaterThanOrEqual(4.5);
        expect(measureContrast(color, token.colorTextLightSolid), `words on ${color}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it('the focus ring has two pixels in the primary colour', () => {
    expect(token.lineWidthFocus).toBe(2);
    expect(token.colorPrimaryBorder).toBe(token.colorPrimary);
    for (const background of backgrounds)
      expect(measureContrast(token.colorPrimaryBorder, background)).toBeGreaterThanOrEqual(3);
  });
});
