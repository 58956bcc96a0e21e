import { createInstance } from 'i18next';
import HttpBackend from 'i18next-http-backend';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RETRY } from './i18n.ts';

const asked: number[] = [];
let failures = 0;

/** The dictionaries as the page loads them, with the network faked. */
const load = () =>
  createInstance()
    .use(HttpBackend)
    .init({
      lng: 'vi',
      fallbackLng: false,
      ns: 'common',
      backend: {
        loadPath: '/locales/{{lng}}/{{ns}}.json',
        ...RETRY,
        reloadInterval: false,
        request: (
          _options: unknown,
          _url: string,
          _payload: unknown,
          callback: (error: unknown, answer: unknown) => void,
        ) => {
          asked.push(Date.now());
          if (asked.length <= failures) callback('unavailable', { status: 503, data: '' });
          else callback(null, { status: 200, data: '{"save":"Lưu"}' });
        },
      },
    });

beforeEach(() => {
  asked.length = 0;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

describe('dictionaries (spec §7)', () => {
  it('are asked for up to five times more on a server error, after 350 ms, doubling', async () => {
    failures = 5;
    const loaded = load();
    await vi.runAllTimersAsync();
    await loaded;
    expect(asked.slice(1).map((at, index) => at - (asked[index] ?? 0))).toEqual([350, 700, 1400, 2800, 5600]);
  });

  it('are given up after the fifth', async () => {
    failures = 99;
    const loaded = load();
    await vi.runAllTimersAsync();
    await loaded;
    expect(asked).toHaveLength(6);
  });
});
