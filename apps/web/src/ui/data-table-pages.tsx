import { Pagination } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/format.ts';
import styles from './data-table.module.css';

const PAGE_SIZES = [20, 50, 100, 200];

interface PagesProps {
  page: number;
  pageSize: number;
  total: number;
  narrow: boolean;
  onChange: (change: { page: number; page_size?: number }) => void;
}

/** Which rows of how many are shown, and the way to the others. */
export function Pages({ page, pageSize, total, narrow, onChange }: PagesProps) {
  const { t } = useTranslation('table');
  const { number } = useFormat();
  return (
    <footer className={styles.pages}>
      <span className={styles.range}>
        {t('range', {
          from: number(Math.min(total, (page - 1) * pageSize + 1)),
          to: number(Math.min(total, page * pageSize)),
          total: number(total),
        })}
      </span>
      <Pagination
        current={page}
        pageSize={pageSize}
        total={total}
        size="small"
        simple={narrow}
        showSizeChanger={!narrow}
        pageSizeOptions={PAGE_SIZES}
        onChange={(to, size) => onChange(size === pageSize ? { page: to } : { page: 1, page_size: size })}
      />
    </footer>
  );
}
