import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { addMonths, type Month } from '@darkroom/domain/calendar/day';
import { Button } from 'antd';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { MonthPicker } from './day-picker.tsx';
import styles from './day-picker.module.css';

/** A month in the head of a page, with the previous and the next one. */
export function MonthBar({ month, onChange }: { month: Month; onChange: (month: Month) => void }) {
  const { t } = useTranslation('common');
  const step = (by: number, words: string, icon: React.ReactNode) => (
    <Button icon={icon} title={words} aria-label={words} onClick={() => onChange(addMonths(month, by))} />
  );
  return (
    <span className="row gap-4">
      {step(-1, t('month.before'), <LeftOutlined />)}
      <MonthPicker
        className={styles.monthPicker ?? ''}
        aria-label={t('month.label')}
        allowClear={false}
        value={month}
        onChange={(next) => next && onChange(next)}
      />
      {step(1, t('month.after'), <RightOutlined />)}
    </span>
  );
}
