import { staffEndpoints, type Member } from '@darkroom/contract/staff/staff';
import { Button } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStop } from '../../lib/session/locks.ts';
import { useApiMutation } from '../../lib/call/query.ts';
import { useActor, useCan } from '../../lib/session/session.ts';
import { useToast } from '../../lib/toast.ts';
import { Avatar } from './avatar.tsx';
import styles from './avatar-picker.module.css';

/** Side of a sent picture in pixels, twice the largest size on screen. */
const SIDE = 256;
const KINDS = ['image/png', 'image/jpeg', 'image/webp'];

/**
 * Crops a file to a square picture in base64, as WebP or PNG, without metadata such as camera and place. Null if the browser cannot read
 * the file.
 */
async function squarePicture(file: Blob): Promise<string | null> {
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

/** A member's picture. The member and users who can change members can also replace or remove it. */
export function AvatarPicker({ member }: { member: Member }) {
  const { t } = useTranslation(['person', 'field']);
  const toast = useToast();
  const may = useCan();
  const stopped = useStop()(staffEndpoints.setAvatar);
  const { user_id } = useActor();
  const file = useRef<HTMLInputElement>(null);
  const { id, version, full_name } = member;
  const set = useApiMutation(staffEndpoints.setAvatar, {
    invalidates: ['staff', 'session'],
    onSuccess: ({ avatar }) => toast.success(t(avatar ? 'picture.saved' : 'picture.removed', { name: full_name })),
  });
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return;
    const avatar = await squarePicture(chosen);
    if (avatar === null) toast.error(t('picture.unreadable'));
    else set.mutate({ id, version, avatar });
  };
  const picture = <Avatar id={id} full_name={full_name} avatar={member.avatar} size="large" />;
  if (id !== user_id && !may(staffEndpoints.update.access)) return picture;
  return (
    <div className={styles.picture} role="group" aria-label={t('field:avatar')}>
      <div className="wrap gap-4">
        <span className="muted w-full">{t('field:avatar')}</span>
        <Button
          size="small"
          disabled={stopped !== null}
          title={stopped ?? t('picture.hint')}
          loading={set.isPending}
          onClick={() => file.current?.click()}
        >
          {t(member.avatar ? 'picture.replace' : 'picture.choose')}
        </Button>
        {member.avatar && (
          <Button
            size="small"
            type="text"
            disabled={stopped !== null || set.isPending}
            title={stopped ?? undefined}
            onClick={() => set.mutate({ id, version, avatar: null })}
          >
            {t('picture.remove')}
          </Button>
        )}
      </div>
      {picture}
      <input
        ref={file}
        type="file"
        aria-label={t('picture.choose')}
        accept="image/png,image/jpeg,image/webp"
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </div>
  );
}
