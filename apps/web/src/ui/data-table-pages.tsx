import { Pagination } from 'antd';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/format.ts';
import type { TableLook } from './data-table-look.ts';
import type { Column } from './data-table-row.tsx';
import type { Selection } from './data-table-select.ts';
import styles from './data-table.module.css';
import { Floating } from './floating.tsx';

const ColumnsPanel = lazy(() => import('./data-table-columns.tsx'));

const PAGE_SIZES = [20, 50, 100, 200];

interface PagesProps {
  page: number;
  pageSize: number;
  /** Page sizes a list offers beyond the usual ones. */
  longPages: readonly number[];
  total: number;
  narrow: boolean;
  onChange: (change: { page: number; page_size?: number }) => void;
  children: ReactNode;
}

/** Which rows of how many are shown, and the way to the others. */
export function Pages({ page, pageSize, longPages, total, narrow, onChange, children }: PagesProps) {
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
      {children}
      <Pagination
        className={styles.pager}
        current={page}
        pageSize={pageSize}
        total={total}
        size="small"
        simple={narrow}
        showSizeChanger={!narrow}
        pageSizeOptions={[...PAGE_SIZES, ...longPages]}
        onChange={(to, size) => onChange(size === pageSize ? { page: to } : { page: 1, page_size: size })}
      />
    </footer>
  );
}

interface SelectMatchingProps {
  selection: Selection;
  /** Whether every row of the page is chosen. */
  wholePage: boolean;
  rows: number;
  total: number;
}

/** Once the whole page is chosen: the way to choose what the filter matches beyond it. */
export function SelectMatching({ selection: { keys, matching }, wholePage, rows, total }: SelectMatchingProps) {
  const { t } = useTranslation('table');
  const { number } = useFormat();
  const most = Math.min(total, matching?.most ?? 0);
  if (!matching || !wholePage || total <= rows || keys.size >= most) return null;
  return (
    <button type="button" className={styles.matching} disabled={matching.busy} onClick={matching.onSelect}>
      {t(most < total ? 'selectFirst' : 'selectMatching', { n: number(most) })}
    </button>
  );
}

interface ColumnsButtonProps {
  columns: readonly Column<never>[];
  look: TableLook;
  onChange: (patch: Partial<TableLook>) => void;
}

/** Opens the choice of columns and of how close the rows stand. */
export function ColumnsButton(props: ColumnsButtonProps) {
  const { t } = useTranslation('table');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <button
        type="button"
        className={styles.footButton}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}
      >
        {t('look.columns')}
      </button>
      {anchor && (
        <Suspense fallback={null}>
          <Floating anchor={anchor} label={t('look.columns')} onClose={() => setAnchor(null)}>
            <ColumnsPanel {...props} />
          </Floating>
        </Suspense>
      )}
    </>
  );
}
