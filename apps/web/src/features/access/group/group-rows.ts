import type { GroupRow } from '@darkroom/contract/user/group';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { compareText } from '@darkroom/domain/text/order';
import type { GroupSearch } from './group-search.ts';

const VALUES: Record<string, (group: GroupRow) => string | number> = {
  group_name: (group) => group.group_name,
  members: (group) => group.members.length,
  permissions: (group) => group.permissions.length,
};

/** Groups filtered and sorted by the URL parameters. A bureau has only dozens of groups, so the browser does it. */
export function filterGroups(groups: readonly GroupRow[], { text, permission, sort }: GroupSearch): GroupRow[] {
  const matches = ({ group_name, members }: GroupRow) =>
    [group_name, ...members.flatMap((member) => [member.full_name, member.username])].some((words) =>
      foldedMatch(words, text ?? ''),
    );
  const [field, sign] = sort.startsWith('-') ? [sort.slice(1), -1] : [sort, 1];
  const value = VALUES[field] ?? VALUES.group_name!;
  return groups
    .filter((group) => matches(group) && (!permission || group.permissions.includes(permission)))
    .toSorted((a, b) => sign * compare(value(a), value(b)) || compare(a.group_name, b.group_name));
}

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : compareText(String(a), String(b));

/** Returns the initials for a person without a picture: family name and given name, which are first and last in Vietnamese. */
export function initialsOf(full_name: string): string {
  const words = full_name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toLocaleUpperCase();
}
