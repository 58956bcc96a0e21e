import { expect, it } from 'vitest';
import { createAlignedFormat } from './quote-amounts.ts';

const formatFigures = (language: string, figures: readonly number[], amounts: boolean) =>
  figures.map(createAlignedFormat(language, figures, amounts));

it('compared figures share one number of decimals, and amounts have none or at least two', () => {
  expect(formatFigures('en', [95.9, 94, 100], false)).toEqual(['95.9', '94.0', '100.0']);
  expect(formatFigures('vi', [18451.009, 6851.74, 0], true)).toEqual(['18.451,009', '6.851,740', '0,000']);
  expect(formatFigures('en', [54.5, 20], true)).toEqual(['54.50', '20.00']);
  expect(formatFigures('vi', [752000, 30], true)).toEqual(['752.000', '30']);
});
