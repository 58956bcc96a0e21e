import { Pagination } from '../../pagination.tsx';

const PAGE_SIZES = [20, 50, 100, 200];

interface PagerProps {
  page: number;
  pageSize: number;
  /** Page sizes a list offers beyond the usual ones. */
  longPages: readonly number[];
  total: number;
  narrow: boolean;
  onChange: (change: { page: number; page_size?: number }) => void;
}

/** Page by page, and how long a page is. */
export default function Pager({ page, pageSize, longPages, total, narrow, onChange }: PagerProps) {
  return (
    <Pagination
      current={page}
      pageSize={pageSize}
      total={total}
      size="small"
      simple={narrow}
      showSizeChanger={!narrow}
      pageSizeOptions={[...PAGE_SIZES, ...longPages]}
      onChange={(to, size) => onChange(size === pageSize ? { page: to } : { page: 1, page_size: size })}
    />
  );
}
