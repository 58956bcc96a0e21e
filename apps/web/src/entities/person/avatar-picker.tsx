import { staffEndpoints, type Member } from '@darkroom/contract/staff/staff';
import { Button } from 'antd';
import { useRef } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useLockReason } from '../../lib/session/locks.ts';
import { useApiMutation } from '../../lib/api/query.ts';
import { useActor, useCan } from '../../lib/session/session.ts';
import { useToast } from '../../lib/toast.ts';
import { Avatar } from './avatar.tsx';
import styles from './avatar-picker.module.css';

/** Side of a sent picture in pixels, twice the largest size on screen. */
const PICTURE_SIDE_PX = 256;
const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'];

/**
 * Crops a file to a square picture in base64, as WebP or PNG, without metadata such as camera and location. Null if the browser cannot read
 * the file.
 */
async function cropToSquare(file: Blob): Promise<string | null> {
  if (!PICTURE_TYPES.includes(file.type)) return null;
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  const canvas = document.createElement('canvas');
  canvas.width = PICTURE_SIDE_PX;
  canvas.height = PICTURE_SIDE_PX;
  const context = canvas.getContext('2d');
  const side = Math.min(picture.width, picture.height);
  if (!context || side === 0) return null;
  context.imageSmoothingQuality = 'high';
  const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2];
  context.drawImage(picture, left, top, side, side, 0, 0, PICTURE_SIDE_PX, PICTURE_SIDE_PX);
  picture.close();
  const encoded = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9));
  return encoded && toBase64(encoded);
}

async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** A member's picture. The member and users who can change members can also replace or remove it. */
export function AvatarPicker({ member }: { member: Member }) {
  const { t } = useTranslation(['person', 'field']);
  const toast = useToast();
  const can = useCan();
  const lockReason = useLockReason()(staffEndpoints.setAvatar);
  const { user_id } = useActor();
  const fileInput = useRef<HTMLInputElement>(null);
  const { id, version, full_name } = member;
  const saveAvatar = useApiMutation(staffEndpoints.setAvatar, {
    invalidates: ['staff', 'session'],
    onSuccess: ({ avatar }) => toast.success(t(avatar ? 'picture.saved' : 'picture.removed', { name: full_name })),
  });
  const uploadPicture = async (selectedFile: File | undefined) => {
    if (!selectedFile) return;
    const avatar = await cropToSquare(selectedFile);
    if (avatar === null) toast.error(t('picture.unreadable'));
    else saveAvatar.mutate({ id, version, avatar });
  };
  const picture = <Avatar id={id} full_name={full_name} avatar={member.avatar} size="large" />;
  if (id !== user_id && !can(staffEndpoints.update.access)) return picture;
  return (
    <div className={styles.picture} role="group" aria-label={t('field:avatar')}>
      <div className="wrap gap-4">
        <span className="muted w-full">{t('field:avatar')}</span>
        <Button
          size="small"
          disabled={lockReason !== null}
          title={lockReason ?? t('picture.hint')}
          loading={saveAvatar.isPending}
          onClick={() => fileInput.current?.click()}
        >
          {t(member.avatar ? 'picture.replace' : 'picture.choose')}
        </Button>
        {member.avatar && (
          <Button
            size="small"
            type="text"
            disabled={lockReason !== null || saveAvatar.isPending}
            title={lockReason ?? undefined}
            onClick={() => saveAvatar.mutate({ id, version, avatar: null })}
          >
            {t('picture.remove')}
          </Button>
        )}
      </div>
      {picture}
      <input
        ref={fileInput}
        type="file"
        aria-label={t('picture.choose')}
        accept="image/png,image/jpeg,image/webp"
        onChange={(event) => {
          void uploadPicture(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </div>
  );
}
