import { staffEndpoints } from '@darkroom/contract/staff/staff';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api/api.ts';
import css from './avatar.module.css';

interface AvatarProps {
  id: number;
  full_name: string;
  /** The picture's version. Null shows their initials. */
  avatar: string | null;
  size?: 'small' | 'large';
}

/** Returns the first letters of the first and the last word, for people without a picture. */
function getInitials(full_name: string): string {
  const words = full_name.trim().split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  return letters
    .map((word) => String.fromCodePoint(word?.codePointAt(0) ?? 32))
    .join('')
    .toLocaleUpperCase();
}

/** A person's picture or initials. The name is next to it, so it is hidden from screen readers. */
export function Avatar({ id, full_name, avatar, size = 'small' }: AvatarProps) {
  const picture = usePicture(id, avatar);
  return (
    <span className={`${css.avatar} ${css[size]}`} aria-hidden>
      {picture ? <img src={picture} alt="" /> : getInitials(full_name)}
    </span>
  );
}

// An <img> sends no session, so the picture is fetched with a request. Each version is cached while the page is open.
function usePicture(id: number, key: string | null): string | undefined {
  return useQuery({
    queryKey: [staffEndpoints.avatar.name, { id, key }],
    queryFn: async ({ signal }) => {
      const response = await request(staffEndpoints.avatar, { id, key: key ?? '' }, { signal, background: true });
      return URL.createObjectURL(await response.blob());
    },
    enabled: key !== null,
    staleTime: Infinity,
    gcTime: Infinity,
  }).data;
}
