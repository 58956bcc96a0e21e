import { workSeen } from '@darkroom/domain/work/sight';
import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { asSubject, useUsers } from '../../lib/session/lookups.ts';
import { useActor } from '../../lib/session/session.ts';
import styles from './work.module.css';

const MINE = 0;

interface PersonChoiceProps {
  person: number | undefined;
  onChange: (person: number | undefined) => void;
}

/** Whose work a leader looks at: their own, or one of their people by name, never by what they did. */
export function PersonChoice({ person = MINE, onChange }: PersonChoiceProps) {
  const { t } = useTranslation('work');
  const actor = useActor();
  const { active } = useUsers();
  const people = useMemo(
    () => active.filter((user) => user.id !== actor.user_id && workSeen(actor, asSubject(user)).length > 0),
    [active, actor],
  );
  return (
    <Select<number>
      className={styles.person ?? ''}
      aria-label={t('person')}
      showSearch={{ optionFilterProp: 'label' }}
      value={person}
      options={[
        { value: MINE, label: t('mine') },
        ...people.map(({ id, full_name }) => ({ value: id, label: full_name })),
      ]}
      onChange={(id) => onChange(id === MINE ? undefined : id)}
    />
  );
}
