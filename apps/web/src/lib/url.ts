import { stringifySearchWith } from '@tanstack/react-router';

const isIdList = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'number');

/** Writes URL parameters: ids as `12,14`, everything else as the router does (decision 100). */
export const stringifySearchParams = stringifySearchWith(
  (value: unknown) => (isIdList(value) ? value.join(',') : JSON.stringify(value)),
  JSON.parse,
);

/** Path of the TV board: outside the layout and without a session. */
export const TV_BOARD_PATH = '/tv-board';

/** Pages outside the layout, which stay open when a session ends. */
export const PUBLIC_PATHS: readonly string[] = [
  '/login',
  TV_BOARD_PATH,
  '/forgot-password',
  '/set-password',
  '/unsubscribe',
];
