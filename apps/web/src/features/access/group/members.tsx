import type { GroupRow } from '@darkroom/contract/group';
import { useTranslation } from 'react-i18next';
import css from './members.module.css';
import { initialsOf } from './group-rows.ts';

const FACES = 4;

/** How many are in a group, and the first of them by their letters. */
export function MembersCell({ members }: Pick<GroupRow, 'members'>) {
  const { t } = useTranslation('group');
  if (members.length === 0) return <span className="quiet">{t('noMembers')}</span>;
  return (
    <span className={css.members} title={members.map((member) => member.full_name).join(', ')}>
      <span className={css.memberCount}>{members.length}</span>
      <span className={css.faces} aria-hidden="true">
        {members.slice(0, FACES).map((member) => (
          <span key={member.id} className={css.face} data-inactive={!member.active}>
            {initialsOf(member.full_name)}
          </span>
        ))}
      </span>
      <span className={css.memberNames}>
        {members
          .slice(0, FACES)
          .map((member) => member.full_name.split(' ').at(-1))
          .join(', ')}
        {members.length > FACES && ` ${t('moreMembers', { n: members.length - FACES })}`}
      </span>
    </span>
  );
}

/** Everybody in a group, by name. */
export function MemberList({ members }: Pick<GroupRow, 'members'>) {
  const { t } = useTranslation(['group', 'field']);
  return (
    <section className={css.memberSection}>
      <h2>
        {t('field:members')} <span className="quiet">{members.length}</span>
      </h2>
      {members.length === 0 ? (
        <p className="quiet">{t('noMembers')}</p>
      ) : (
        <ul className={css.memberList}>
          {members.map((member) => (
            <li key={member.id} className="row">
              <span className={css.face} data-inactive={!member.active} aria-hidden="true">
                {initialsOf(member.full_name)}
              </span>
              <span>
                {member.full_name} <span className="quiet">{member.username}</span>
                {!member.active && <span className="quiet"> · {t('inactive')}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
