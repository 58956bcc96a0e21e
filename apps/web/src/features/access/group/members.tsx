import type { GroupRow } from '@darkroom/contract/user/group';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import css from './members.module.css';
import { initialsOf } from './group-rows.ts';

const MAX_FACES = 4;

/** Returns the active members. Inactive members are counted but not named (decision 066). */
const filterActive = (members: GroupRow['members']) => members.filter(({ active }) => active);

/** Number of members and the initials of the first members. */
export function MembersCell({ members: all }: Pick<GroupRow, 'members'>) {
  const { t } = useTranslation('group');
  const members = filterActive(all);
  if (members.length < all.length && members.length === 0)
    return <span className="muted">{t('deactivatedMembers', { count: all.length })}</span>;
  if (members.length === 0) return <span className="muted">{t('noMembers')}</span>;
  return (
    <span className="row min-w-0" title={members.map((member) => member.full_name).join(', ')}>
      <span className={css.memberCount}>{members.length}</span>
      <span className={css.avatars} aria-hidden="true">
        {members.slice(0, MAX_FACES).map((member) => (
          <span key={member.id} className={css.avatar}>
            {initialsOf(member.full_name)}
          </span>
        ))}
      </span>
      <span className="ellipsis muted min-w-0">
        {members
          .slice(0, MAX_FACES)
          .map((member) => member.full_name.split(' ').at(-1))
          .join(', ')}
        {members.length > MAX_FACES && ` ${t('moreMembers', { n: members.length - MAX_FACES })}`}
      </span>
    </span>
  );
}

export function MemberList({ members: all }: Pick<GroupRow, 'members'>) {
  const { t } = useTranslation(['group', 'field']);
  const members = filterActive(all);
  const inactiveCount = all.length - members.length;
  return (
    <section className={css.memberSection}>
      <h2>
        {t('field:members')} <span className="muted">{members.length}</span>
      </h2>
      {all.length === 0 ? (
        <p className="muted">{t('noMembers')}</p>
      ) : (
        <ul className={css.memberList}>
          {members.map((member) => (
            <li key={member.id} className="row">
              <span className={css.avatar} aria-hidden="true">
                {initialsOf(member.full_name)}
              </span>
              <span>
                {member.full_name} <span className="muted">{member.username}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {inactiveCount > 0 && <p className="muted">{t('deactivatedMembers', { count: inactiveCount })}</p>}
    </section>
  );
}
