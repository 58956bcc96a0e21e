import { Button, Input, type InputRef } from 'antd';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useShortcuts } from '../../lib/keyboard.ts';
import { focusRows } from '../data-table/data-table-keys.ts';
import { useIsNarrow, useIsSmallDesktop } from '../data-table/columns/window-width.ts';
import styles from './filter-bar.module.css';

/** One filter: its control, and its value as text (null if not set). */
export interface Filter {
  key: string;
  label: string;
  /** The control of the filter. Null if only a link sets the filter. */
  control: ReactNode;
  /** True if the filter is in the row when there is space. The others are in the part that opens. */
  inRow?: boolean;
  wide?: boolean;
  chip: string | null;
  onRemove: () => void;
}

interface FilterBarProps {
  search: { value: string; onChange: (text: string) => void; placeholder: string };
  /** Filters in their usual order of use. */
  filters: readonly Filter[];
  onClear: () => void;
  /** Left of the filters: saved views. */
  before?: ReactNode;
}

/** Number of controls next to the search on a small laptop. A third would begin a second row. */
const MAX_IN_ROW = 2;

/**
 * Filters in one row that the user can collapse, with chips for set values below. A phone has the search and one button. `/` focuses the
 * search.
 */
export function FilterBar({ search, filters, onClear, before }: FilterBarProps) {
  const { t } = useTranslation('table');
  const narrow = useIsNarrow();
  const small = useIsSmallDesktop();
  const [unfolded, setUnfolded] = useState(false);
  const panel = useId();
  const activeFilters = filters.filter((filter) => filter.chip !== null);
  const inRow = filters.filter((filter) => filter.inRow).slice(0, narrow ? 0 : small ? MAX_IN_ROW : undefined);
  const folded = filters.filter((filter) => filter.control !== null && !inRow.includes(filter));

  return (
    <search className="stack min-w-0">
      <div className={styles.row}>
        {before}
        <SearchField {...search} />
        {inRow.map((filter) => (
          <div key={filter.key} className={filter.wide ? styles.wideControl : styles.control}>
            {filter.control}
          </div>
        ))}
        {folded.length > 0 && (
          <Button
            className="no-shrink"
            aria-expanded={unfolded}
            aria-controls={panel}
            onClick={() => setUnfolded(!unfolded)}
          >
            {unfolded
              ? t('filter.fewer')
              : activeFilters.length > 0 && narrow
                ? t('filter.set', { n: activeFilters.length })
                : t('filter.filters')}
          </Button>
        )}
      </div>
      {unfolded && (
        <div id={panel} className={styles.panel}>
          {folded.map((filter) => (
            <label key={filter.key} className={filter.wide ? styles.wideField : styles.field}>
              <span className="muted">{filter.label}</span>
              {filter.control}
            </label>
          ))}
        </div>
      )}
      {(activeFilters.length > 0 || search.value !== '') && (
        <ul className={styles.chips}>
          {activeFilters.map((filter) => (
            <Chip key={filter.key} name={filter.label} text={filter.chip!} onRemove={filter.onRemove} />
          ))}
          {search.value !== '' && (
            <Chip name={t('filter.search')} text={`“${search.value}”`} onRemove={() => search.onChange('')} />
          )}
          <li>
            <button type="button" className={styles.clear} onClick={onClear}>
              {t('filter.clear')}
            </button>
          </li>
        </ul>
      )}
    </search>
  );
}

function Chip({ name, text, onRemove }: { name: string; text: string; onRemove: () => void }) {
  const { t } = useTranslation('table');
  return (
    <li className={styles.chip}>
      <span className="ellipsis">
        <span className="ink-muted">{name}: </span>
        {text}
      </span>
      <button type="button" className={styles.remove} aria-label={t('filter.remove', { name })} onClick={onRemove}>
        <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true">
          <path d="M2 2l8 8M10 2l-8 8" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </button>
    </li>
  );
}

const DEBOUNCE_MS = 300;

/** A debounced search, immediate on Enter. A change from outside (Back, a removed chip) applies unless the user is typing. */
function SearchField({ value, onChange, placeholder }: FilterBarProps['search']) {
  const field = useRef<InputRef>(null);
  const [typed, setTyped] = useState(value);
  const [appliedValue, setAppliedValue] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (appliedValue !== value) {
    setAppliedValue(value);
    if (typed.trim() === appliedValue || value === '') setTyped(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  useShortcuts({ search: () => field.current?.focus({ cursor: 'all' }) });

  const apply = (text: string, afterMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(text.trim()), afterMs);
  };
  return (
    <Input
      ref={field}
      className={styles.search}
      type="search"
      aria-label={placeholder}
      placeholder={placeholder}
      value={typed}
      maxLength={100}
      allowClear
      onChange={(event) => {
        setTyped(event.target.value);
        apply(event.target.value, event.target.value === '' ? 0 : DEBOUNCE_MS);
      }}
      onPressEnter={() => apply(typed, 0)}
      onKeyDown={(event) => {
        // Moves from the search to the results: arrow down, or Escape when empty.
        if (event.key !== 'ArrowDown' && !(event.key === 'Escape' && typed === '')) return;
        event.preventDefault();
        focusRows();
      }}
    />
  );
}
