import { readJpeg } from './picture-jpeg.ts';
import { readPng } from './picture-png.ts';
import { readWebp } from './picture-webp.ts';

/** A picture that was looked through to its last byte: what it is, how large, and its bytes without anything but the picture. */
export interface Picture {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/** What a reader of one kind finds; null when it is not exactly one well-formed picture of that kind. */
export type Found = Omit<Picture, 'type'> | null;

/**
 * Reads PNG, JPEG or WebP by what the bytes are, whatever anybody says they are. Every part is walked and measured; metadata
 * (places, cameras, comments, colour profiles) is left out; anything before, between or after is a refusal.
 */
export function readPicture(bytes: Buffer): Picture | null {
  try {
    for (const [type, read] of READERS) {
      const found = read(bytes);
      if (found && found.width > 0 && found.height > 0) return { type, ...found };
    }
  } catch (error) {
    // It ends before it should.
    if (error instanceof RangeError) return null;
    throw error;
  }
  return null;
}

const READERS = [
  ['image/png', readPng],
  ['image/jpeg', readJpeg],
  ['image/webp', readWebp],
] as const satisfies [Picture['type'], (bytes: Buffer) => Found][];
