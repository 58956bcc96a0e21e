import { expect, it } from 'vitest';
import { compareText } from './order.ts';

it('puts names in the order of a Vietnamese dictionary, and numbers by their size', () => {
  const names = ['Wedding', 'Östra', 'ân', 'Đà Nẵng', 'boss', 'Dubai', 'Job 10', 'ăn', 'Ảnh', 'Job 2', 'an'];
  expect(names.toSorted(compareText)).toEqual([
    'an',
    'Ảnh',
    'ăn',
    'ân',
    'boss',
    'Dubai',
    'Đà Nẵng',
    'Job 2',
    'Job 10',
    'Östra',
    'Wedding',
  ]);
});
