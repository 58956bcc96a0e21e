/** Pixels of a picture's side as it is sent: twice what the largest place shows. */
const SIDE = 256;
const KINDS = ['image/png', 'image/jpeg', 'image/webp'];

/**
 * A file as a square picture, re-encoded: whatever else was in the file stays behind, cameras and places included. Null when
 * the browser cannot read it. WebP, or PNG where the browser writes no WebP; in base64.
 */
export async function squarePicture(file: Blob): Promise<string | null> {
  if (!KINDS.includes(file.type)) return null;
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const drawing = canvas.getContext('2d');
  const side = Math.min(picture.width, picture.height);
  if (!drawing || side === 0) return null;
  drawing.imageSmoothingQuality = 'high';
  const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2];
  drawing.drawImage(picture, left, top, side, side, 0, 0, SIDE, SIDE);
  picture.close();
  const drawn = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', 0.9));
  return drawn && base64(drawn);
}

async function base64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
