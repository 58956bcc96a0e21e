import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Colleague } from './use-people.ts';
import styles from './work.module.css';

const MINE = 0;

interface PersonChoiceProps {
  people: readonly Colleague[];
  person: number | undefined;
  onChange: (person: number | undefined) => void;
}

/** Whose work a leader looks at: their own, or one of their people by name, never by what they did; who has left stands last. */
export function PersonChoice({ people, person = MINE, onChange }: PersonChoiceProps) {
  const { t } = useTranslation('work');
  const options = useMemo(() => {
    const named = (active: boolean) =>
      people.filter((one) => one.active === active).map(({ id, full_name }) => ({ value: id, label: full_name }));
    const left = named(false);
    return [
      { value: MINE, label: t('mine') },
      ...named(true),
      ...(left.length > 0 ? [{ label: t('left'), options: left }] : []),
    ];
  }, [people, t]);
  return (
    <Select<number>
      className={styles.person ?? ''}
      aria-label={t('person')}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('person')}
      // Nobody of these: no bare number.
      value={person === MINE || people.some(({ id }) => id === person) ? person : null}
      options={options}
      onChange={(id) => onChange(id === MINE ? undefined : id)}
    />
  );
}
