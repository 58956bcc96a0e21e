import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInstance } from 'i18next';
import HttpBackend from 'i18next-http-backend';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BUNDLES, DICTIONARIES } from './bundles.ts';
import { installFallback, RETRY } from './i18n.ts';

const requestTimes: number[] = [];
let failures = 0;

/** Loads the dictionaries as the page does, with a simulated network. */
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
          callback: (error: unknown, response: unknown) => void,
        ) => {
          requestTimes.push(Date.now());
          if (requestTimes.length <= failures) callback('unavailable', { status: 503, data: '' });
          else callback(null, { status: 200, data: '{"save":"Lưu"}' });
        },
      },
    });

beforeEach(() => {
  requestTimes.length = 0;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

describe('dictionaries (spec §7)', () => {
  it('a dictionary is retried up to five times on a server error, with doubling delays', async () => {
    failures = 5;
    const loaded = load();
    await vi.runAllTimersAsync();
    await loaded;
    expect(requestTimes.slice(1).map((at, index) => at - (requestTimes[index] ?? 0))).toEqual([
      350, 700, 1400, 2800, 5600,
    ]);
  });

  it('a dictionary is not fetched any more after the fifth retry', async () => {
    failures = 99;
    const loaded = load();
    await vi.runAllTimersAsync();
    await loaded;
    expect(requestTimes).toHaveLength(6);
  });
});

describe('dictionaries in one shared file', () => {
  it('each other dictionary has its own file', () => {
    const singleFiles = readdirSync(join(import.meta.dirname, '../../../public/locales/vi'));
    expect(Object.keys(BUNDLES).filter((name) => singleFiles.includes(`${name}.json`))).toEqual([]);
  });

  const createDictionaryResponse = () =>
    Response.json({ common: { save: 'Save' }, errors: { unforeseen: 'Something broke' } });

  /** Loads two dictionaries of one file and one with its own file. `shared` has the responses for the shared file. */
  const loadThree = async (lng: string, ...shared: (() => Response)[]) => {
    vi.useRealTimers();
    const files: string[] = [];
    const originalFetch = globalThis.fetch;
    globalThis.fetch = async (input) => {
      const url = input as string;
      files.push(url);
      return url.endsWith('/first.json') ? shared.shift()!() : Response.json({ title: 'Jobs' });
    };
    const i18n = createInstance().use(HttpBackend);
    await i18n.init({
      lng,
      fallbackLng: false,
      ns: ['common', 'errors', 'job'],
      backend: { ...DICTIONARIES, maxRetries: 5, retryTimeout: 1, reloadInterval: false },
    });
    globalThis.fetch = originalFetch;
    return { files: files.sort(), i18n };
  };

  it('a shared file is fetched once for all its dictionaries', async () => {
    const { files, i18n } = await loadThree('en', createDictionaryResponse);
    expect(files).toEqual(['/locales/en/first.json', '/locales/en/job.json']);
    const translations = ['common:save', 'errors:unforeseen', 'job:title'].map((key) => i18n.t(key as 'common:save'));
    expect(translations).toEqual(['Save', 'Something broke', 'Jobs']);
  });

  it('a shared file is fetched again after a server error, once for all', async () => {
    const { files, i18n } = await loadThree('vi', () => new Response('', { status: 503 }), createDictionaryResponse);
    expect(files.filter((file) => file.endsWith('/first.json'))).toHaveLength(2);
    expect(i18n.t('save')).toBe('Save');
  });

  it('Vietnamese is read only when the English dictionaries cannot be fetched', async () => {
    const files: string[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      files.push(url);
      if (url === '/locales/en/price.json') return new Response('', { status: 404 });
      return url === '/locales/vi/price.json' ? Response.json({ title: 'Giá' }) : createDictionaryResponse();
    });
    vi.useRealTimers();
    const i18n = createInstance().use(HttpBackend);
    installFallback(i18n);
    const languageEvents: string[] = [];
    i18n.on('languageChanged', () => languageEvents.push(i18n.t('price:title')));
    await i18n.init({
      lng: 'en',
      fallbackLng: false,
      ns: ['common'],
      backend: { ...DICTIONARIES, reloadInterval: false },
    });
    expect(files.filter((file) => file.includes('/vi/'))).toEqual([]);
    await i18n.loadNamespaces(['price']).catch(() => undefined);
    await vi.waitFor(() => expect(languageEvents).toContain('Giá'));
    expect(i18n.t('common:save')).toBe('Save');
    expect(files.filter((file) => file.includes('/vi/'))).toEqual(['/locales/vi/price.json']);
    vi.unstubAllGlobals();
  });

  it('Vietnamese is read until the English dictionaries arrive', async () => {
    let isServerDown = true;
    vi.stubGlobal('fetch', async (url: string) => {
      if (url === '/locales/vi/team.json') return Response.json({ title: 'Nhóm' });
      if (!url.endsWith('/team.json')) return createDictionaryResponse();
      return isServerDown ? new Response('', { status: 404 }) : Response.json({ title: 'Teams' });
    });
    vi.useRealTimers();
    const i18n = createInstance().use(HttpBackend);
    installFallback(i18n);
    const languageEvents: string[] = [];
    i18n.on('languageChanged', () => languageEvents.push(i18n.t('team:title')));
    await i18n.init({
      lng: 'en',
      fallbackLng: false,
      ns: ['common'],
      backend: { ...DICTIONARIES, reloadInterval: false },
    });
    vi.useFakeTimers();
    void i18n.loadNamespaces(['team']).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(languageEvents.at(-1)).toBe('Nhóm');
    isServerDown = false;
    await vi.advanceTimersByTimeAsync(6000);
    expect(languageEvents.at(-1)).toBe('Teams');
    vi.unstubAllGlobals();
  });

  it('dictionaries missing in both languages are retried until they arrive and then shown', async () => {
    let isServerDown = true;
    vi.stubGlobal('fetch', async (url: string) => {
      if (isServerDown && url.endsWith('/group.json')) return new Response('', { status: 404 });
      return url === '/locales/en/group.json' ? Response.json({ title: 'Groups' }) : createDictionaryResponse();
    });
    const i18n = createInstance().use(HttpBackend);
    installFallback(i18n);
    const languageEvents: string[] = [];
    i18n.on('languageChanged', () => languageEvents.push(i18n.t('group:title')));
    const parseMissingKeyHandler = () => '…';
    const backend = { ...DICTIONARIES, reloadInterval: false } as const;
    vi.useRealTimers();
    await i18n.init({ lng: 'en', fallbackLng: false, ns: ['common'], backend, parseMissingKeyHandler });
    vi.useFakeTimers();
    void i18n.loadNamespaces(['group']).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(i18n.t('group:title')).toBe('…');
    isServerDown = false;
    await vi.advanceTimersByTimeAsync(6000);
    expect(languageEvents.at(-1)).toBe('Groups');
    vi.unstubAllGlobals();
  });
});
