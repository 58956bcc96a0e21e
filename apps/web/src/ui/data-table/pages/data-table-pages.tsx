import { useEffect, useEffectEvent, useState, type ComponentProps, type ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import type { Selection } from '../data-table-select.ts';
import styles from './data-table-pages.module.css';
import { Floating } from '../../floating.tsx';
import ColumnsPanel from '../columns/data-table-columns.tsx';
import { useLocale } from 'antd/es/locale';
import { Pagination } from '../../pagination.tsx';

const PAGE_SIZES = [20, 50, 100, 200];

interface PagerProps {
  page: number;
  pageSize: number;
  longPages: readonly number[];
  total: number;
  narrow: boolean;
  onChange: (change: { page: number; page_size?: number }) => void;
}

function Pager({ page, pageSize, longPages, total, narrow, onChange }: PagerProps) {
  const { number } = useFormat();
  const [words] = useLocale('Pagination');
  const sizes = [...new Set([...PAGE_SIZES, ...longPages, pageSize])].sort((a, b) => a - b);
  // Ant Design would write `1000 / page`.
  const options = sizes.map((value) => ({ value, label: `${number(value)} ${words.items_per_page}` }));
  return (
    <Pagination
      current={page}
      pageSize={pageSize}
      total={total}
      size="small"
      simple={narrow}
      showSizeChanger={!narrow && { options }}
      pageSizeOptions={sizes}
      onChange={(to, size) => onChange(size === pageSize ? { page: to } : { page: 1, page_size: size })}
    />
  );
}

type PagesProps = ComponentProps<typeof Pager> & { totalIsLeast?: true | undefined; children: ReactNode };

/** The range of visible rows, the total and the other pages. */
export function Pages({ children, totalIsLeast, ...pager }: PagesProps) {
  const { page, pageSize, total } = pager;
  const { t } = useTranslation('table');
  const { number } = useFormat();
  return (
    <footer className={styles.pages}>
      <span className="id muted">
        {t(totalIsLeast ? 'rangeOfMore' : 'range', {
          from: number(Math.min(total, (page - 1) * pageSize + 1)),
          to: number(Math.min(total, page * pageSize)),
          total: number(total),
        })}
      </span>
      {children}
      <div className={styles.pager}>
        <Pager {...pager} />
      </div>
    </footer>
  );
}

interface Paged {
  page: number;
  pageSize: number;
  total: number | undefined;
  rows: readonly unknown[] | undefined;
  /** True if the rows still belong to another page or filter. */
  busy?: boolean | undefined;
  onChange: (change: { page: number }) => void;
}

/** Returns the last page instead of a page that does not exist any more, for old links and after deletions. */
export function useExistingPage({ page, pageSize, total, rows, busy, onChange }: Paged): void {
  const goToPage = useEffectEvent((to: number) => onChange({ page: to }));
  const last = Math.max(1, Math.ceil((total ?? 0) / pageSize));
  const isPastLast = !busy && rows?.length === 0 && total !== undefined && page > last;
  useEffect(() => {
    if (isPastLast) goToPage(last);
  }, [isPastLast, last]);
}

interface SelectMatchingProps {
  selection: Selection;
  wholePage: boolean;
  rows: number;
  total: number;
}

/** Offers to select all matches when the whole page is selected. */
export function SelectMatching({ selection: { keys, matching }, wholePage, rows, total }: SelectMatchingProps) {
  const { t } = useTranslation('table');
  const { number } = useFormat();
  const limit = Math.min(total, matching?.limit ?? 0);
  if (!matching || !wholePage || total <= rows || keys.size >= limit) return null;
  return (
    <button type="button" className={styles.selectAllButton} disabled={matching.busy} onClick={matching.onSelect}>
      {t(limit < total ? 'selectFirst' : 'selectMatching', { n: number(limit) })}
    </button>
  );
}

type ColumnsButtonProps = ComponentProps<typeof ColumnsPanel>;

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
        {t('appearance.columns')}
      </button>
      {anchor && (
        <Floating anchor={anchor} label={t('appearance.columns')} onClose={() => setAnchor(null)}>
          <ColumnsPanel {...props} />
        </Floating>
      )}
    </>
  );
}
