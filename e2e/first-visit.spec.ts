import { existsSync, readFileSync, statSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { toScreenUrl, findScreen, screens } from '../apps/web/src/app/screens.ts';
import { PASSWORD, test } from './bureau.ts';

/** Limits of bytes (quality 15): of code before the sign-in form, and of code that a screen waits for. */
const MAX_BYTES_BEFORE_SIGN_IN = 200_000;
const MAX_CODE = { bytes: 455_000, files: 20 };
/** Files of code and style, and bytes in total, until the first row. Files that load next to the rows are counted. */
const MAX_FILES = 30;
const MAX_BYTES = 580_000;
/** People with different first screens. */
const FIRST_SCREENS = [
  { who: 'leader.pte', page: 'task-page' },
  { who: 'boss', page: 'job-page' },
  { who: 'customer.lumen-sydney', page: 'portal-job-page' },
] as const;

/** Records in the page when its first row was drawn. Runs in the page. */
function markFirstRow(): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[data-row]')) return;
    performance.mark('first-row');
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** Lists the files that the page had requested when its first row was drawn. Files after the rows are not counted. */
async function listCallsBeforeFirstRow(page: Page): Promise<string[]> {
  await expect(page.locator('[data-row]').first()).toBeVisible();
  return page.evaluate(() => {
    const [row] = performance.getEntriesByName('first-row');
    const fetched = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < row!.startTime);
    // A repeated request comes from the browser's cache: some browsers request the icon of the page at each URL.
    return [...new Set(fetched.map(({ name }) => name))];
  });
}

interface Fetched {
  url: string;
  bytes: number;
}

/** Records every transferred file with its bytes, except responses of the API. */
async function recordFiles(page: Page): Promise<() => Promise<Fetched[]>> {
  const wire = await page.context().newCDPSession(page);
  await wire.send('Network.enable');
  const fetched = new Map<string, { url: string; bytes: number | undefined }>();
  wire.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!request.url.includes('/api/')) fetched.set(requestId, { url: request.url, bytes: undefined });
  });
  const recordEnd = ({ requestId, encodedDataLength = 0 }: { requestId: string; encodedDataLength?: number }) => {
    const request = fetched.get(requestId);
    if (request) request.bytes = encodedDataLength;
  };
  wire.on('Network.loadingFinished', recordEnd);
  wire.on('Network.loadingFailed', recordEnd);
  return async () => {
    await expect.poll(() => [...fetched.values()].filter(({ bytes }) => bytes === undefined)).toEqual([]);
    return [...fetched.values()].flatMap(({ url, bytes = 0 }) => (bytes > 0 ? [{ url, bytes }] : []));
  };
}

const sumBytes = (files: readonly Fetched[]) => files.reduce((sum, { bytes }) => sum + bytes, 0);
const formatFiles = (files: readonly Fetched[]) => files.map(({ url, bytes }) => `${bytes} ${url}`).join('\n');

for (const { who, page: first } of FIRST_SCREENS)
  test(`a first visit of ${who} stays within its budget, in Vietnamese`, async ({ people }) => {
    const page = await people.openSignedOut('about:blank', { locale: 'vi-VN' });
    const files = await recordFiles(page);
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Đăng nhập' })).toBeEnabled();
    const code = (await files()).filter(({ url }) => url.endsWith('.js'));
    expect(sumBytes(code), formatFiles(code)).toBeLessThanOrEqual(MAX_BYTES_BEFORE_SIGN_IN);

    await page.evaluate(markFirstRow);
    await page.getByLabel('Tên đăng nhập').fill(who);
    await page.getByLabel('Mật khẩu', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Đăng nhập' }).click();
    const requestedUrls = [new URL('/login', page.url()).href, ...(await listCallsBeforeFirstRow(page))];
    const parts = requestedUrls.filter((file) => /\.(js|css)$/.test(file));
    expect(parts.length, parts.join('\n')).toBeLessThanOrEqual(MAX_FILES);
    const before = (await files()).filter(({ url }) => requestedUrls.includes(url));
    const fileList = formatFiles(before);
    for (const kind of [/start-.*\.js$/m, new RegExp(`/${first}-.*\\.js$`, 'm'), /\.css$/m, /lists\.json$/m])
      expect(fileList, String(kind)).toMatch(kind);
    expect(fileList, 'English words').not.toMatch(/locales\/en/);
    const letters = before.filter(({ url }) => url.endsWith('.woff2'));
    expect(letters.map(({ url }) => /roboto-(\w+)-wght/.exec(url)?.[1] ?? '').toSorted()).toEqual([
      'latin',
      'vietnamese',
    ]);
    expect(sumBytes(before), fileList).toBeLessThanOrEqual(MAX_BYTES);
  });

interface Chunk {
  file: string;
  name?: string;
  imports?: string[];
}

test('no screen waits for more code than its budget', () => {
  const site = 'apps/web/dist/site';
  const chunks = JSON.parse(readFileSync(`${site}/.vite/manifest.json`, 'utf8')) as Record<string, Chunk>;
  const keys = Object.keys(chunks);
  const frame = keys.filter((key) => ['start', 'frame'].includes(chunks[key]?.name ?? ''));
  expect(frame).toHaveLength(2);
  const listImports = (key: string): string[] => [key, ...(chunks[key]?.imports ?? []).flatMap(listImports)];
  const measureSize = (file: string) =>
    statSync(existsSync(`${site}/${file}.br`) ? `${site}/${file}.br` : `${site}/${file}`).size;
  const pages = keys.filter((key) => /src\/features\/.*-page\.tsx$/.test(key));
  expect(pages.length).toBeGreaterThan(25);
  for (const page of pages) {
    const files = [...new Set([...frame, page].flatMap(listImports))].map((key) => chunks[key]?.file ?? '');
    expect.soft(files.length, page).toBeLessThanOrEqual(MAX_CODE.files);
    expect
      .soft(
        files.reduce((sum, file) => sum + measureSize(file), 0),
        page,
      )
      .toBeLessThanOrEqual(MAX_CODE.bytes);
  }
});

/** Marks the time at which the page has its heading, before any row. */
function markHeading() {
  new MutationObserver((_, observer) => {
    if (!document.querySelector('h1')) return;
    performance.mark('drawn');
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
}

test('an opened URL requests its list once, before its page is drawn', async ({ people }) => {
  for (const [who, path, list] of [
    ['boss', '/job/task?text=a&page_size=20', '/api/task/list'],
    ['boss', '/job?text=a&sort=-job_date', '/api/job/list'],
    ['boss', '/', '/api/job/list'],
    ['customer.lumen-sydney', '/', '/api/customer-portal/job'],
  ] as const) {
    const page = await people.open(who, 'about:blank');
    await page.addInitScript(markFirstRow);
    await page.addInitScript(markHeading);
    await page.goto(path);
    await expect(page.locator('[data-row]').first()).toBeVisible();
    const { asked, drawn } = await page.evaluate((call) => {
      const [row] = performance.getEntriesByName('first-row');
      const entries = performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => new URL(name).pathname === call && startTime < row!.startTime);
      const [heading] = performance.getEntriesByName('drawn');
      return { asked: entries.map(({ startTime }) => startTime), drawn: heading!.startTime };
    }, list);
    expect(asked, path).toHaveLength(1);
    expect(asked[0], path).toBeLessThan(drawn);
  }
});

test('a screen is drawn once, when its code and its texts are there', async ({ people }) => {
  for (const who of ['admin', 'customer.lumen-sydney']) {
    const page = await people.open(who, 'about:blank');
    await page.addInitScript(markHeading);
    for (const screen of screens.filter(
      ({ path }) => path !== '/' && path.startsWith('/customer-portal/') === (who !== 'admin'),
    )) {
      await page.goto(toScreenUrl(screen));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const before = await page.evaluate(() => {
        const drawn = performance.getEntriesByName('drawn')[0]?.startTime ?? 0;
        const asked = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/locales/'));
        return asked.filter(({ startTime }) => startTime < drawn).map(({ name }) => name.replace(/.*\/|\.json$/g, ''));
      });
      const words = findScreen(screen.path)?.words ?? [];
      expect.soft(before.toSorted(), toScreenUrl(screen)).toEqual(['first', 'lists', ...words].toSorted());
    }
  }
});

test('the page has the background of the theme while the code loads', async ({ people }) => {
  for (const [colorScheme, selectedTheme, background] of [
    ['dark', null, 'rgb(20, 20, 20)'],
    ['light', 'dark', 'rgb(20, 20, 20)'],
    ['dark', 'light', 'rgb(245, 245, 245)'],
  ] as const) {
    const page = await people.openSignedOut('about:blank', { colorScheme });
    await page.route('**/assets/*.js', (route) => route.abort());
    if (selectedTheme) {
      await page.goto('/login');
      await page.evaluate((theme) => (document.cookie = `darkroom_theme=${theme}; path=/`), selectedTheme);
    }
    await page.goto('/login');
    await expect(page.locator('body'), `${colorScheme}, chosen: ${selectedTheme}`).toHaveCSS(
      'background-color',
      background,
    );
  }
});
