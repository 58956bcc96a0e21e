import type { FastifyRequest } from 'fastify';
import type { RequestOrigin } from './tv-board.ts';

/** Returns the origin of a request in its stored form. */
export const getOrigin = (request: FastifyRequest): RequestOrigin => ({
  address: request.ip,
  user_agent: (request.headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, 300),
});

/** Browser and system of a session by their common names. Null if unknown. */
export interface Device {
  browser: string | null;
  system: string | null;
}

// The order matters: browsers also name others for compatibility.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bcoc_coc_browser\//, 'Cốc Cốc'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const findName = (names: typeof BROWSERS, text: string): string | null =>
  names.find(([sign]) => sign.test(text))?.[1] ?? null;

/** Parses the browser and system of a User-Agent header. It only helps users recognise their own devices. */
export const parseDevice = (user_agent: string | null): Device => ({
  browser: findName(BROWSERS, user_agent ?? ''),
  system: findName(SYSTEMS, user_agent ?? ''),
});
