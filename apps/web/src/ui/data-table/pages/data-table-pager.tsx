import { useLocale } from 'antd/es/locale';
import { useFormat } from '../../../lib/words/format.ts';
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
