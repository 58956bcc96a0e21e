import { stringifySearchWith } from '@tanstack/react-router';

const isIds = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'number');

/** The address's search part: ids as people write them, `12,14`, all else as the router does (decision 100). */
export const writeAddress = stringifySearchWith(
  (value: unknown) => (isIds(value) ? value.join(',') : JSON.stringify(value)),
  JSON.parse,
);

/** Where a screen on the wall is: outside the layout, with no session of anybody's. */
export const WALL = '/wall';
