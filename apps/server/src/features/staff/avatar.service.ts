import { Readable } from 'node:stream';
import { AVATAR_MOST_BYTES, type Member } from '@darkroom/contract/staff/staff';
import { lockSeenRow } from '../../audit/change.ts';
import type { Ctx } from '../../http/context.ts';
import type { Download } from '../../http/answer/download.ts';
import { fail } from '../../http/answer/fail.ts';
import type { InputFor } from '../../http/handlers.ts';
import { emit } from '../../live/emit.ts';
import { drawPicture } from './picture.ts';
import { findAvatar, updateStaff } from './staff.queries.ts';
import { mayPicture, MEMBER, recordMember } from './staff.service.ts';

/** Sets a member's picture, re-encoded, or removes it (decision 068). */
export async function setAvatar(ctx: Ctx, input: InputFor<'staff.setAvatar'>): Promise<Member> {
  const { id, version } = input;
  if (!mayPicture(ctx, id)) throw fail('forbidden');
  const avatar = input.avatar === null ? null : await pictureOf(input.avatar);
  const before = await lockSeenRow(ctx, MEMBER, id, version);
  await updateStaff(ctx.db, id, { avatar, avatar_type: avatar && 'image/webp' });
  const after = await recordMember(ctx, 'staff.setAvatar', before, []);
  // Their own menu shows it, wherever they are signed in.
  await emit(ctx, 'session', [id], [id]);
  return after;
}

async function pictureOf(base64: string): Promise<Buffer> {
  const refuse = (code: 'not_an_image' | 'image_too_large') =>
    fail('validation', { errors: [{ field: 'avatar', code }] });
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw refuse('not_an_image');
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > AVATAR_MOST_BYTES) throw refuse('image_too_large');
  const picture = await drawPicture(bytes);
  if (typeof picture === 'string') throw refuse(picture);
  return picture;
}

/** A picture at its address, for any signed-in member of staff: names and faces are no secret among them. */
export async function sendAvatar(ctx: Ctx, { id, key }: InputFor<'staff.avatar'>): Promise<Download> {
  const row = await findAvatar(ctx.db, id, key);
  if (!row?.avatar || !row.avatar_type) throw fail('not_found');
  const file_name = `${id}.${row.avatar_type.replace('image/', '')}`;
  return { file_name, media_type: row.avatar_type, body: Readable.from([row.avatar]), inPage: true };
}
