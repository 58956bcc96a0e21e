import { useTranslation } from 'react-i18next';
import styles from '../bulk-add.module.css';
import type { Source } from '../draft.ts';

/** What was done with the sheet before anybody looked: rows ignored, formulas taken at their last value. */
export function SourceNotices({ source, continued }: { source: Source; continued: boolean }) {
  const { t } = useTranslation('bulk');
  const rowsOf = (why: 'total' | 'heading') => source.ignored.filter((row) => row.why === why).map((row) => row.row);
  const totals = rowsOf('total');
  const headings = rowsOf('heading');
  const notices = [
    continued && t('notice.continued'),
    t('notice.source', { name: source.name, row: source.heading_row }),
    totals.length > 0 && t('notice.total', { count: totals.length, rows: totals.join(', ') }),
    headings.length > 0 && t('notice.heading', { rows: headings.join(', ') }),
    source.formulas > 0 && t('notice.formulas', { count: source.formulas }),
  ];
  return <p className={styles.notices}>{notices.filter(Boolean).join(' · ')}</p>;
}
