import { COUNTED_BY, type CountedBy } from '@darkroom/domain/price/period';
import { Select } from 'antd';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import styles from './period-filter.module.css';

interface CountedByFilterProps {
  value: CountedBy;
  onChange: (chosen: { counted_by: CountedBy }) => void;
}

/** Meaning of a report's days: those of the jobs, or those of the first completion of their tasks (decision 151). */
export function CountedByFilter({ value, onChange }: CountedByFilterProps) {
  const { t } = useTranslation('price');
  return (
    <Select<CountedBy>
      className={styles.period}
      aria-label={t('report.countedBy')}
      value={value}
      options={COUNTED_BY.map((item) => ({ value: item, label: t(`report.counted_by.${item}`) }))}
      onChange={(counted_by) => onChange({ counted_by })}
    />
  );
}
