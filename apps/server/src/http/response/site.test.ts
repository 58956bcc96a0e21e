import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { allEndpoints } from '@darkroom/contract/endpoints';
import { ERRORS } from '@darkroom/contract/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';

const INDEX =
  '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><meta name="server-time" content="__SERVER_TIME__"><script nonce="__CSP_NONCE__"></script>';
const SCRIPT = 'console.log("darkroom");'.repeat(100);
let root: string;
let bureau: TestApp;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'darkroom-site-'));
  const site = join(root, 'apps/web/dist/site');
  for (const folder of ['assets', 'locales/vi', '.vite']) mkdirSync(join(site, folder), { recursive: true });
  writeFileSync(join(site, 'index.html'), INDEX);
  writeFileSync(join(site, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(site, '.vite/manifest.json'), '{}');
  writeFileSync(join(site, 'assets/main-abc.js'), SCRIPT);
  writeFileSync(join(site, 'assets/main-abc.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(site, 'locales/vi/common.json'), '{"save":"Lưu"}');
  bureau = await createTestApp({ config: { root } });
});
afterAll(async () => {
  await bureau.close();
  rmSync(root, { recursive: true });
});

const fetchFile = (url: string, headers: Record<string, string> = {}) =>
  bureau.app.inject({ method: 'GET', url, headers });
const fetchPage = (url: string) => fetchFile(url, { accept: 'text/html,application/xhtml+xml' });

describe('the site', () => {
  it('each page path returns index.html, uncached, with a new nonce', async () => {
    const nonces = new Set<string>();
    for (const url of ['/', '/job/task?task=7', '/no/such/screen', '/']) {
      const response = await fetchPage(url);
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
      });
      const nonce = /content="([^"]+)"/.exec(response.body)?.[1] ?? '';
      expect(response.body).toBe(INDEX.replaceAll('__CSP_NONCE__', nonce).replace('__SERVER_TIME__', bureau.clock()));
      expect(response.headers['content-security-policy']).toBe(
        [
          "default-src 'self'",
          `script-src 'self' 'nonce-${nonce}'`,
          `style-src 'self' 'nonce-${nonce}'`,
          "img-src 'self' data: blob: https:",
          "font-src 'self'",
          "connect-src 'self'",
          "worker-src 'self'",
          "manifest-src 'self'",
          "object-src 'none'",
          "base-uri 'none'",
          "frame-ancestors 'none'",
          "form-action 'self'",
          'report-uri /api/report/csp',
        ].join(';'),
      );
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(4);
  });

  it('all responses have the headers against content sniffing', async () => {
    for (const url of ['/', '/assets/main-abc.js', '/api/user/me', '/health/live']) {
      const { headers } = await fetchFile(url);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
      });
      expect(headers['content-security-policy']).toContain("object-src 'none'");
      expect(headers['x-powered-by']).toBeUndefined();
    }
  });

  it('only pages have the Content-Security-Policy of pages', async () => {
    const measureHeaders = async (url: string) => {
      const { headers } = await fetchFile(url, { accept: 'text/html' });
      return JSON.stringify(headers).length;
    };
    for (const url of ['/assets/main-abc.js', '/api/user/me', '/health/live', '/locales/vi/common.json'])
      expect(await measureHeaders(url), url).toBeLessThan(700);
    expect((await fetchFile('/api/docs')).headers['content-security-policy']).toMatch(
      /script-src 'self' 'nonce-[^']{24}'/,
    );
  });

  it('assets are kept for a year and sent compressed', async () => {
    const response = await fetchFile('/assets/main-abc.js', { 'accept-encoding': 'gzip, br' });
    expect(response.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
    });
    expect(response.headers['content-type']).toMatch(/javascript/);
    expect(brotliDecompressSync(response.rawPayload).toString()).toBe(SCRIPT);
    expect((await fetchFile('/assets/main-abc.js')).body).toBe(SCRIPT);
  });

  it('files with compressed forms have a Vary header', async () => {
    for (const url of ['/assets/main-abc.js', '/locales/vi/common.json', '/favicon.svg'])
      for (const read of ['br', 'identity'])
        expect((await fetchFile(url, { 'accept-encoding': read })).headers.vary, `${url} ${read}`).toBe(
          'accept-encoding',
        );
  });

  it('dictionaries are revalidated and sent again only after a change', async () => {
    const first = await fetchFile('/locales/vi/common.json');
    expect(first.json()).toEqual({ save: 'Lưu' });
    expect(first.headers['cache-control']).toBe('public, max-age=0');
    const again = await fetchFile('/locales/vi/common.json', { 'if-none-match': String(first.headers.etag) });
    expect(again.statusCode).toBe(304);
  });

  it('missing and hidden files return a problem', async () => {
    const urls = [
      '/assets/gone.js',
      '/locales/fr/common.json',
      '/.vite/manifest.json',
      '/assets/../../../../package.json',
      '/assets/%2e%2e/index.html',
      '/locales/..%2f..%2f..%2f..%2fpackage.json',
      '/index.html',
    ];
    for (const url of urls) {
      const response = await fetchFile(url);
      expect({ url, refused: [400, 403, 404].includes(response.statusCode) }).toEqual({ url, refused: true });
      expect(response.headers['content-type']).toMatch('application/problem+json');
    }
    expect((await fetchFile('/favicon.svg')).statusCode).toBe(200);
  });

  it('an unknown endpoint never returns a page', async () => {
    expect((await fetchPage('/api/nowhere')).headers['content-type']).toMatch('application/problem+json');
    expect((await bureau.app.inject({ method: 'POST', url: '/job' })).statusCode).toBe(404);
  });
});

describe('the API description', () => {
  it('the description is OpenAPI 3.1 with access and errors of every endpoint', async () => {
    const api = (await fetchFile('/api/openapi.json')).json<{
      openapi: string;
      paths: Record<string, Record<string, { operationId: string; 'x-access': unknown; responses: object }>>;
    }>();
    expect(api.openapi).toBe('3.1.0');
    for (const endpoint of allEndpoints) {
      const operation = api.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
      expect(operation).toMatchObject({ operationId: endpoint.name, 'x-access': endpoint.access });
      const statuses = Object.keys(operation?.responses ?? {});
      for (const code of endpoint.errors) expect(statuses).toContain(String(ERRORS[code]));
    }
    // All its references exist.
    const text = JSON.stringify(api);
    for (const [, path] of text.matchAll(/"\$ref":"#([^"]+)"/g)) {
      const found = path
        ?.split('/')
        .slice(1)
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], api);
      expect({ path, found: found !== undefined }).toEqual({ path, found: true });
    }
  });

  it('the description is sent compressed, and returns 304 while it is unchanged', async () => {
    const whole = await fetchFile('/api/openapi.json');
    const packed = await fetchFile('/api/openapi.json', { 'accept-encoding': 'gzip, br' });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(whole.body);
    expect(packed.rawPayload.length).toBeLessThan(whole.rawPayload.length / 8);
    for (const read of ['br;q=0', 'gzip', 'identity'])
      expect((await fetchFile('/api/openapi.json', { 'accept-encoding': read })).headers['content-encoding']).not.toBe(
        'br',
      );
    const again = await fetchFile('/api/openapi.json', { 'if-none-match': String(whole.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('the description has a page without scripts and external files', async () => {
    const response = await fetchFile('/api/docs');
    expect(response.headers['content-type']).toMatch('text/html');
    const nonce = /<style nonce="([^"]+)"/.exec(response.body)?.[1] ?? '?';
    expect(response.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(response.body).not.toMatch(/<script|\sstyle="|(src|href)="(https?:)?\/\//);
    for (const endpoint of allEndpoints) expect(response.body).toContain(`id="${endpoint.name}"`);
  });
});
