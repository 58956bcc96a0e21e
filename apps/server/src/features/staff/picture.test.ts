import { crc32, deflateSync } from 'node:zlib';
import { endpoints } from '@darkroom/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type Client, type TestApp } from '../../testing/app.ts';
import { readPicture } from './picture.ts';

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
};
function png(width = 4, height = 3, { extra = [] as Buffer[], rows = height * (1 + width * 3) } = {}): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    ...extra,
    chunk('IDAT', deflateSync(Buffer.alloc(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
// Pictures a browser wrote: 2 × 2, as canvas.toBlob makes them.
const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AKp//2Q==',
  'base64',
);
const WEBP = Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA=', 'base64');
const segment = (marker: number, data: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};
const HTML = Buffer.from('<script>alert(document.domain)</script>');

describe('a picture', () => {
  it('is known by its bytes', () => {
    expect(readPicture(png())).toMatchObject({ type: 'image/png', width: 4, height: 3 });
    expect(readPicture(JPEG)).toMatchObject({ type: 'image/jpeg', width: 1, height: 1 });
    expect(readPicture(WEBP)).toMatchObject({ type: 'image/webp', width: 1, height: 1 });
  });

  it('keeps nothing but the picture', () => {
    const place = chunk('tEXt', Buffer.from('GPS\0Hà Nội'));
    const exif = segment(0xe1, Buffer.from('Exif\0\0somewhere'));
    const noted = Buffer.concat([JPEG.subarray(0, 2), exif, segment(0xfe, HTML), JPEG.subarray(2)]);
    expect(readPicture(png(4, 3, { extra: [place] }))?.bytes).toEqual(png());
    expect(readPicture(noted)?.bytes.includes('somewhere')).toBe(false);
    expect(readPicture(noted)?.bytes.includes('script')).toBe(false);
    const box = Buffer.alloc(18);
    box.write('VP8X', 0, 'latin1');
    box.writeUInt32LE(10, 4);
    box.writeUInt8(0x08, 8);
    const meta = Buffer.concat([Buffer.from('EXIF'), Buffer.from([10, 0, 0, 0]), Buffer.from('GPS secret')]);
    const whole = Buffer.concat([WEBP.subarray(0, 12), box, WEBP.subarray(12), meta]);
    whole.writeUInt32LE(whole.length - 8, 4);
    const kept = readPicture(whole);
    expect(kept).toMatchObject({ type: 'image/webp', width: 1 });
    expect(kept?.bytes.includes('secret')).toBe(false);
    expect(readPicture(kept!.bytes)?.bytes).toEqual(kept?.bytes);
  });

  it.each([
    ['something else by its name', HTML],
    ['a drawing that runs', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['a GIF', Buffer.from('GIF89a\x01\0\x01\0')],
    ['a page behind a PNG', Buffer.concat([png(), HTML])],
    ['a page behind a JPEG', Buffer.concat([JPEG, HTML])],
    ['a page behind a WebP', Buffer.concat([WEBP, HTML])],
    ['a PNG cut short', png().subarray(0, -6)],
    ['a JPEG cut short', JPEG.subarray(0, -10)],
    ['a WebP cut short', WEBP.subarray(0, -4)],
    ['a PNG with a false sum', Buffer.concat([png().subarray(0, 30), Buffer.from([1]), png().subarray(31)])],
    ['a PNG of more rows than it says', png(4, 3, { rows: 4000 })],
    ['a PNG of fewer rows than it says', png(4, 3, { rows: 20 })],
    ['a PNG that would fill the memory', png(60_000, 60_000, { rows: 100 })],
    ['nothing', Buffer.alloc(0)],
  ])('is not %s', (_what, bytes) => {
    expect(readPicture(bytes)).toBeNull();
  });

  it('of any bytes never fails', () => {
    const starts = fc.constantFrom(Buffer.alloc(0), png().subarray(0, 20), JPEG.subarray(0, 40), WEBP.subarray(0, 24));
    fc.assert(
      fc.property(starts, fc.uint8Array({ maxLength: 200 }), (start, rest) => {
        const found = readPicture(Buffer.concat([start, rest]));
        expect(found === null || found.width > 0).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a member’s picture', () => {
  let house: TestApp;
  let person: Client;
  beforeAll(async () => {
    house = await testApp();
    person = await house.as([]);
  }, 60_000);
  afterAll(() => house.close());
  const put = (client: Client, avatar: string | null, version = 1) =>
    client.send(endpoints.staff.setAvatar, { id: person.user_id, version, avatar });

  it('is put by themself or by who changes members, and shown to staff alone, as a picture alone', async () => {
    const stranger = await house.as(['npn_view_member']);
    expect((await put(stranger, png().toString('base64'))).status).toBe(403);
    const { body } = await put(person, png().toString('base64'));
    expect(body.avatar).toMatch(/^[0-9a-f]{32}$/);
    const path = `/api/staff/avatar/${person.user_id}/${body.avatar}`;
    const get = (token: string | null) =>
      house.app.inject({ url: path, headers: token ? { authorization: `Bearer ${token}` } : {} });
    const shown = await get(stranger.token);
    expect(shown.rawPayload).toEqual(png());
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=31536000, immutable',
      vary: expect.stringContaining('authorization'),
    });
    expect((await get(null)).statusCode).toBe(401);
    const other = { ...endpoints.staff.avatar, path: `/api/staff/avatar/${person.user_id}/${'0'.repeat(32)}` } as const;
    expect((await stranger.send(other, {})).status).toBe(404);
    const manager = await house.as(['npn_change_member']);
    expect((await put(manager, null, 2)).body.avatar).toBeNull();
    expect((await get(stranger.token)).statusCode).toBe(404);
  });

  it('is refused when it is none, too large, or not base64', async () => {
    const refused = async (avatar: string) => (await put(person, avatar, 3)).problem.errors?.[0];
    expect(await refused(HTML.toString('base64'))).toMatchObject({ field: 'avatar', code: 'not_an_image' });
    expect(await refused('<svg>')).toMatchObject({ code: 'not_an_image' });
    expect(await refused(png(2000, 1).toString('base64'))).toMatchObject({ code: 'image_too_large' });
    expect(await refused('A'.repeat(1_400_001))).toMatchObject({ code: 'image_too_large' });
    expect((await put(person, 'A'.repeat(1_600_000), 3)).status).toBe(413);
  });
});
