import { MAX_AVATAR_PIXELS } from '@darkroom/contract/staff/staff';
import type Sharp from 'sharp';

/** Side of a stored picture in pixels: twice the largest size on the screen. */
const SIDE_PIXELS = 256;
const FORMATS = ['png', 'jpeg', 'webp'];
/**
 * Maximum of scans. A progressive JPEG has about ten, and each is a pass over the whole picture. Thousands of them in
 * one megabyte take twenty seconds.
 */
const MAX_SCANS = 100;
/** Start of a scan. Inside a scan, this byte never follows a byte of 255. */
const START_OF_SCAN = '\u00ff\u00da';
// The only formats that the library can read: no vector drawings, documents and raw formats.
const ALLOWED_LOADERS = ['Png', 'Jpeg', 'Webp'].map((kind) => `VipsForeignLoad${kind}Buffer`);

/** The library is loaded with the first picture, because pictures are rare. */
let sharpModule: Promise<typeof Sharp> | undefined;
const loadSharp = () =>
  (sharpModule ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: ALLOWED_LOADERS });
    sharp.cache(false);
    return sharp;
  }));

/** Redraws a PNG, JPEG or WebP as an upright square WebP without metadata. The bytes decide the type. */
export async function drawPicture(bytes: Buffer): Promise<Buffer | 'not_an_image' | 'image_too_large'> {
  const sharp = await loadSharp();
  try {
    // Undecodable pictures are refused. A picture that claims to be too large is never decoded.
    const picture = sharp(bytes, { failOn: 'warning', limitInputPixels: MAX_AVATAR_PIXELS ** 2 });
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (!FORMATS.includes(format)) return 'not_an_image';
    if (format === 'jpeg' && bytes.toString('latin1').split(START_OF_SCAN).length > MAX_SCANS + 1)
      return 'not_an_image';
    if (Math.max(width, height) > MAX_AVATAR_PIXELS) return 'image_too_large';
    return await picture
      .autoOrient()
      .resize(SIDE_PIXELS, SIDE_PIXELS, { fit: 'cover' })
      .webp({ quality: 90 })
      .toBuffer();
  } catch {
    return 'not_an_image';
  }
}
