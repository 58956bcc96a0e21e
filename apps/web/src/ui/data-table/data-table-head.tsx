import { useRef, type PointerEvent, type ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { MIN_WIDTH, MAX_WIDTH } from './columns/data-table-widths.ts';
import { RowCheckbox, type TableColumn } from './data-table-row.tsx';
import styles from './data-table-head.module.css';

interface HeadProps<R> {
  columns: readonly TableColumn<R>[];
  sort: string | undefined;
  /** Text of the list's own order, which no column has. */
  ownOrder: string | undefined;
  onSort: (sort: string | undefined) => void;
  /** Undefined: rows cannot be selected. */
  all: 'none' | 'some' | 'all' | undefined;
  onSelectAll: () => void;
  /** True without rows to select. */
  bare: boolean;
  opens: boolean;
  /** Resizes a column. Undefined: the list saves no widths. */
  onResize?: ((key: string, width: number, dropped: boolean) => void) | undefined;
}

/** The sticky head: column titles, sort order and the checkbox that selects the page. */
export function TableHead<R>({
  columns,
  sort,
  ownOrder,
  onSort,
  all,
  onSelectAll,
  bare,
  opens,
  onResize,
}: HeadProps<R>) {
  const { t } = useTranslation('table');
  return (
    <thead className={styles.head}>
      <tr>
        {all !== undefined && (
          <th scope="col" className={styles.control}>
            <PageCheckbox all={all} bare={bare} onSelectAll={onSelectAll} />
          </th>
        )}
        {opens && (
          <th scope="col" className={styles.control}>
            <span className="visually-hidden">{t('opens')}</span>
          </th>
        )}
        {columns.map((column) => (
          <th
            key={column.key}
            scope="col"
            className={column.align === 'end' ? styles.endName : styles.name}
            aria-sort={toAriaSort(column.sort, sort)}
          >
            {column.sort ? (
              <button
                type="button"
                className={styles.sorter}
                onClick={() => onSort(getNextSort(column, sort, ownOrder !== undefined))}
              >
                {column.title}
                <SortMark sort={toAriaSort(column.sort, sort)} />
              </button>
            ) : (
              column.title
            )}
            {onResize && <Grip onResize={(width, dropped) => onResize(column.key, width, dropped)} />}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** The edge of a column. With the keyboard, widths are set in the column settings. */
function Grip({ onResize }: { onResize: (width: number, dropped: boolean) => void }) {
  const start = useRef<{ at: number; width: number } | null>(null);
  const widthAt = (event: PointerEvent<HTMLElement>) => {
    const { at, width } = start.current!;
    return Math.round(Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, width + event.clientX - at)));
  };
  return (
    <span
      className={styles.grip}
      aria-hidden="true"
      data-grip
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { at: event.clientX, width: event.currentTarget.parentElement?.offsetWidth ?? MIN_WIDTH };
      }}
      onPointerMove={(event) => start.current && onResize(widthAt(event), false)}
      onPointerUp={(event) => {
        if (!start.current) return;
        if (event.clientX !== start.current.at) onResize(widthAt(event), true);
        start.current = null;
      }}
    />
  );
}

/** A slim bar instead of the column heads on a phone. */
export function NarrowHead<R>({ columns, sort, ownOrder, onSort, all, onSelectAll, bare }: HeadProps<R>): ReactNode {
  const { t } = useTranslation('table');
  const sorted = columns.filter((column) => column.sort);
  if (all === undefined && sorted.length === 0) return null;
  return (
    <div className={styles.narrowHead}>
      {all !== undefined && <PageCheckbox all={all} bare={bare} onSelectAll={onSelectAll} />}
      {sorted.length > 0 && (
        <label className={styles.narrowSort}>
          <span>{t('sortBy')}</span>
          <select value={sort ?? ''} onChange={(event) => onSort(event.target.value || undefined)}>
            {ownOrder !== undefined && <option value="">{ownOrder}</option>}
            {sorted.flatMap((column) => [
              <option key={column.sort} value={column.sort}>
                {column.title} ↑
              </option>,
              <option key={`-${column.sort}`} value={`-${column.sort}`}>
                {column.title} ↓
              </option>,
            ])}
          </select>
        </label>
      )}
    </div>
  );
}

/** Selects the page. It is disabled until the rows are there, so that no press is lost. */
function PageCheckbox({ all, bare, onSelectAll }: Pick<HeadProps<never>, 'all' | 'bare' | 'onSelectAll'>) {
  const { t } = useTranslation('table');
  return (
    <RowCheckbox
      checked={all === 'all'}
      mixed={all === 'some'}
      disabled={bare}
      label={t('selectAll')}
      onChange={onSelectAll}
    />
  );
}

function toAriaSort(field: string | undefined, sort: string | undefined) {
  if (!field) return undefined;
  if (sort === field) return 'ascending';
  return sort === `-${field}` ? 'descending' : 'none';
}

/** Returns the next sort order: ascending, descending, then the list's own order if there is one. */
function getNextSort<R>(
  { sort: field, earliestFirst }: TableColumn<R>,
  sort: string | undefined,
  hasOwnOrder: boolean,
) {
  const [first, second] = earliestFirst ? [field, `-${field}`] : [`-${field}`, field];
  if (sort === first) return second;
  return sort === second && hasOwnOrder ? undefined : first;
}

function SortMark({ sort }: { sort: ReturnType<typeof toAriaSort> }) {
  return (
    <svg viewBox="0 0 10 14" width="8" height="11" aria-hidden="true" className={styles.sortMark} data-sort={sort}>
      <path d="M5 1l4 5H1z" />
      <path d="M5 13l4-5H1z" />
    </svg>
  );
}
