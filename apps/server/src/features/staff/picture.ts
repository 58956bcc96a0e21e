import { AVATAR_MAX_PIXELS } from '@darkroom/contract/staff/staff';
import type Sharp from 'sharp';

/** Pixels of a kept picture's side: twice what the largest place shows. */
const SIDE = 256;
const KINDS = ['png', 'jpeg', 'webp'];
/** A progressive JPEG has about ten scans. Each is a pass over the whole picture: thousands of them in one megabyte take twenty seconds. */
const MAX_SCANS = 100;
/** Starts a scan. Within a scan a byte of 255 is never followed by this one. */
const START_OF_SCAN = '\u00ff\u00da';
// What the library may read at all: not its vector drawings, documents and raw formats.
const READERS = ['Png', 'Jpeg', 'Webp'].map((kind) => `VipsForeignLoad${kind}Buffer`);

/** Loaded with the first picture: on most days there is none. */
let loaded: Promise<typeof Sharp> | undefined;
const library = () =>
  (loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: READERS });
    sharp.cache(false);
    return sharp;
  }));

/** Draws a PNG, JPEG or WebP again as an upright square WebP: metadata does not survive. The bytes decide the type. */
export async function drawPicture(bytes: Buffer): Promise<Buffer | 'not_an_image' | 'image_too_large'> {
  const sharp = await library();
  try {
    // Whatever fails to decode is refused; a picture that claims to be too large is never decoded.
    const picture = sharp(bytes, { failOn: 'warning', limitInputPixels: AVATAR_MAX_PIXELS ** 2 });
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (!KINDS.includes(format)) return 'not_an_image';
    if (format === 'jpeg' && bytes.toString('latin1').split(START_OF_SCAN).length > MAX_SCANS + 1)
      return 'not_an_image';
    if (Math.max(width, height) > AVATAR_MAX_PIXELS) return 'image_too_large';
    return await picture.autoOrient().resize(SIDE, SIDE, { fit: 'cover' }).webp({ quality: 90 }).toBuffer();
  } catch {
    return 'not_an_image';
  }
}
