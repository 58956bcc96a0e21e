// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isNewReleaseServed } from './release.ts';

const createPage = (...files: string[]) =>
  files.map((file) => `<script type="module" src="/assets/${file}"></script>`).join('\n');

beforeEach(() => {
  const scripts = ['/assets/runtime-1.js', '/assets/start-7.js'].map((file) => ({ getAttribute: () => file }));
  vi.spyOn(document, 'querySelectorAll').mockReturnValue(scripts as never);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const servePage = (text: string, status = 200) => vi.stubGlobal('fetch', async () => new Response(text, { status }));

it('a page with additional text counts as the same release', async () => {
  servePage(`<!doctype html>${createPage('runtime-1.js', 'start-7.js')}<p>More</p>`);
  expect(await isNewReleaseServed()).toBe(false);
});

it('a release that shares a file counts as another release', async () => {
  servePage(createPage('runtime-1.js', 'start-8.js'));
  expect(await isNewReleaseServed()).toBe(true);
});

it('no new release is reported when the server is unreachable or fails', async () => {
  servePage('Bad gateway', 502);
  expect(await isNewReleaseServed()).toBe(false);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await isNewReleaseServed()).toBe(false);
});
