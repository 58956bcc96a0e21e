import { endpoints } from '@darkroom/contract/endpoints';
import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { drawPicture } from './picture.ts';

const createImage = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } });
const WRITERS = {
  png: (picture: Sharp) => picture.png(),
  jpeg: (picture: Sharp) => picture.jpeg(),
  webp: (picture: Sharp) => picture.webp(),
};
const PNG = await createImage().png().toBuffer();
const GIF = await createImage().gif().toBuffer();
const TIFF = await createImage().tiff().toBuffer();
const HTML = Buffer.from('<script>alert(document.domain)</script>');
/** Creates the head of a PNG with a given size and little data. */
const createPngHeader = (width: number, height: number) => {
  const bytes = Buffer.from(PNG);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};

describe('a picture', () => {
  it.each(Object.entries(WRITERS))('a %s picture is redrawn as a square WebP of its middle', async (_kind, write) => {
    const picture = await drawPicture(await write(createImage()).toBuffer());
    expect(await sharp(picture as Buffer).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
    const { channels } = await sharp(picture as Buffer).stats();
    expect(channels[0]?.mean).toBeGreaterThan(180);
    expect(channels[1]?.mean).toBeLessThan(50);
  });

  it.each(Object.entries(WRITERS))('a %s picture loses all metadata', async (_kind, write) => {
    const noted = write(createImage().withExif({ IFD0: { Copyright: 'Hà Nội, somewhere' } }));
    const bytes = Buffer.concat([await noted.toBuffer(), HTML]);
    expect(bytes.includes('somewhere')).toBe(true);
    const picture = (await drawPicture(bytes)) as Buffer;
    const { exif, xmp, icc, comments } = await sharp(picture).metadata();
    expect([exif, xmp, icc, comments]).toEqual([undefined, undefined, undefined, undefined]);
    expect(picture.includes('somewhere') || picture.includes('script')).toBe(false);
  });

  it('a picture is upright by the camera’s orientation', async () => {
    const halves = await createImage(40, 40)
      .composite([{ input: await createImage(40, 20).negate().png().toBuffer(), top: 0, left: 0 }])
      .jpeg()
      .withMetadata({ orientation: 3 })
      .toBuffer();
    const picture = (await drawPicture(halves)) as Buffer;
    const below = sharp(picture).extract({ left: 100, top: 200, width: 20, height: 20 });
    expect((await sharp(await below.toBuffer()).stats()).channels[0]?.mean).toBeLessThan(100);
  });

  it.each([
    ['something else by its name', HTML],
    [
      'a drawing that runs',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>'),
    ],
    ['a GIF', GIF],
    ['a TIFF', TIFF],
    ['a PNG cut short', PNG.subarray(0, -40)],
    ['a PNG of more rows than it holds', createPngHeader(40, 1000)],
    ['nothing', Buffer.alloc(0)],
  ])('%s is not accepted as an image', async (_what, bytes) => {
    expect(await drawPicture(bytes)).toBe('not_an_image');
  });

  it('a picture that would fill the memory is never decoded', async () => {
    expect(await drawPicture(createPngHeader(60_000, 60_000))).not.toBeInstanceOf(Buffer);
    expect(await drawPicture(await createImage(2000, 1).png().toBuffer())).toBe('image_too_large');
  });

  it('a picture with hundreds of scans is never decoded', async () => {
    const createScan = async (count: number) => {
      const bytes = await createImage()
        .greyscale()
        .toColourspace('b-w')
        .jpeg({ progressive: true, optimiseScans: true })
        .toBuffer();
      const last = bytes.subarray(bytes.lastIndexOf(Buffer.of(0xff, 0xda)), -2);
      return Buffer.concat([bytes.subarray(0, -2), ...Array.from({ length: count }, () => last), bytes.subarray(-2)]);
    };
    expect(await drawPicture(await createScan(10))).toBeInstanceOf(Buffer);
    expect(await drawPicture(await createScan(200))).toBe('not_an_image');
  });

  it('a picture of any bytes gives a result', async () => {
    const starts = fc.constantFrom(Buffer.alloc(0), PNG.subarray(0, 20), PNG.subarray(0, 60));
    await fc.assert(
      fc.asyncProperty(starts, fc.uint8Array({ maxLength: 200 }), async (start, rest) => {
        const found = await drawPicture(Buffer.concat([start, rest]));
        expect(found instanceof Buffer || found === 'not_an_image' || found === 'image_too_large').toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

describe('a member’s picture', () => {
  let bureau: TestApp;
  let person: ApiClient;
  beforeAll(async () => {
    bureau = await createTestApp();
    person = await bureau.as([]);
  });
  afterAll(() => bureau.close());
  const setPicture = (client: ApiClient, avatar: string | null, version = 1) =>
    client.send(endpoints.staff.setAvatar, { id: person.user_id, version, avatar });

  it('the member, or a permitted user, sets the picture, and only staff see it', async () => {
    const stranger = await bureau.as(['npn_view_member']);
    expect((await setPicture(stranger, PNG.toString('base64'))).status).toBe(403);
    const { body } = await setPicture(person, PNG.toString('base64'));
    expect(body.avatar).toMatch(/^[0-9a-f]{32}$/);
    // The user's own menu shows it.
    expect((await person.call(endpoints.user.me, {})).avatar).toBe(body.avatar);
    const path = `/api/staff/avatar/${person.user_id}/${body.avatar}`;
    const fetchPicture = (token: string | null) =>
      bureau.app.inject({ url: path, headers: token ? { authorization: `Bearer ${token}` } : {} });
    const shown = await fetchPicture(stranger.token);
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=31536000, immutable',
      vary: expect.stringContaining('authorization'),
    });
    expect((await fetchPicture(null)).statusCode).toBe(401);
    const otherPicture = {
      ...endpoints.staff.avatar,
      path: `/api/staff/avatar/${person.user_id}/${'0'.repeat(32)}`,
    } as const;
    expect((await stranger.send(otherPicture, {})).status).toBe(404);
    const manager = await bureau.as(['npn_change_member']);
    expect((await setPicture(manager, null, 2)).body.avatar).toBeNull();
    expect((await person.call(endpoints.user.me, {})).avatar).toBeNull();
    expect((await fetchPicture(stranger.token)).statusCode).toBe(404);
  });

  it('a picture is refused if it is too large, not an image, or invalid', async () => {
    const readRefusal = async (avatar: string) => (await setPicture(person, avatar, 3)).problem.errors?.[0];
    expect(await readRefusal(HTML.toString('base64'))).toMatchObject({ field: 'avatar', code: 'not_an_image' });
    expect(await readRefusal('<svg>')).toMatchObject({ code: 'not_an_image' });
    const wide = await createImage(2000, 1).png().toBuffer();
    expect(await readRefusal(wide.toString('base64'))).toMatchObject({ code: 'image_too_large' });
    expect(await readRefusal('A'.repeat(1_400_001))).toMatchObject({ code: 'image_too_large' });
    expect((await setPicture(person, 'A'.repeat(1_600_000), 3)).status).toBe(413);
  });
});
