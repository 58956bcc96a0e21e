import { expect, it } from 'vitest';
import { compareText } from './order.ts';

it('names are in Vietnamese dictionary order, and numbers are ordered by value', () => {
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
