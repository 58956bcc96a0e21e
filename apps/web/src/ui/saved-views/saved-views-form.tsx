import type { DayRangeName } from '@darkroom/domain/calendar/day-range';
import { Button, Checkbox, Input } from 'antd';
import { useState, type FormEvent } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import styles from './saved-views-panel.module.css';

interface ViewFormProps {
  teams: readonly { id: number; name: string }[];
  /** True if no filter, order or columns are set. */
  isEmpty: boolean;
  /** Ranges of days in the filters that have a name today. */
  ranges: readonly DayRangeName[];
  saving: boolean;
  onSave: (name: string, team_id: number | null, moving: boolean) => void;
}

/** Saves the current filters under a name: for the user, or for one of their teams. */
export function ViewForm({ teams, isEmpty, ranges, saving, onSave }: ViewFormProps) {
  const { t } = useTranslation(['table', 'errors']);
  const [name, setName] = useState('');
  const [team, setTeam] = useState<number | null>(null);
  const [moving, setMoving] = useState(true);
  const [missing, setMissing] = useState(false);
  if (isEmpty) return <p className="muted">{t('views.nothingSet')}</p>;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(name.trim() === '');
    if (name.trim() !== '') onSave(name, team, moving);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <label className={styles.field}>
        <span>{t('views.name')}</span>
        <Input
          value={name}
          maxLength={100}
          status={missing ? 'error' : ''}
          aria-invalid={missing}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      {missing && (
        <p role="alert" className={styles.error}>
          {t('errors:field.requiredNamed', { label: t('views.name') })}
        </p>
      )}
      {teams.length > 0 && (
        <label className={styles.field}>
          <span>{t('views.for')}</span>
          <select value={team ?? ''} onChange={(event) => setTeam(Number(event.target.value) || null)}>
            <option value="">{t('views.private')}</option>
            {teams.map(({ id, name: team_name }) => (
              <option key={id} value={id}>
                {t('views.team', { name: team_name })}
              </option>
            ))}
          </select>
        </label>
      )}
      {ranges.length > 0 && (
        <Checkbox checked={moving} onChange={(event) => setMoving(event.target.checked)}>
          {t('views.moving', { days: ranges.map((range) => t(`filter.days.${range}`)).join(', ') })}
        </Checkbox>
      )}
      <Button type="primary" htmlType="submit" loading={saving}>
        {t('views.save')}
      </Button>
    </form>
  );
}
