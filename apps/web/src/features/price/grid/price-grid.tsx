import type { RefObject } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useToast } from '../../../lib/toast.ts';
import { EditGrid, type EditGridHandle } from '../../../ui/grid/edit-grid.tsx';
import type { Selected } from '../../../ui/grid/grid-range.ts';
import { TRACKS, formatCellError, usePriceColumns } from './price-columns.tsx';
import { idOfShown, type ShownPrice } from './shown-price.ts';
import type { PriceDraft } from './use-price-draft.ts';
import { usePriceEntry } from './use-price-entry.tsx';
import styles from './price-grid.module.css';

export interface PriceGridProps {
  grid: RefObject<EditGridHandle | null>;
  draft: PriceDraft;
  prices: readonly ShownPrice[];
  currency: string;
  /** True if prices can be viewed but not changed: during a lock, or without the permission. */
  locked: boolean;
  readOnly: boolean;
  selected: Selected | null;
  onSelect: (selected: Selected) => void;
  onTyping: (typing: boolean) => void;
}

const groupOf = ({ row }: ShownPrice) => `${row.service_type} › ${row.cat1}`;
const rowClass = ({ row, terms }: ShownPrice) =>
  terms.enabled === false || !row.cat2_enabled ? styles.disabledRow : undefined;

/** The prices as a spreadsheet, with the error of the selected cell below it. */
export function PriceGrid(props: PriceGridProps) {
  const { grid, draft, prices, currency, locked, readOnly, selected, onSelect, onTyping } = props;
  const { t } = useTranslation(['price', 'errors', 'common']);
  const toast = useToast();
  const columns = usePriceColumns(currency, locked, draft.set);
  const { put, question } = usePriceEntry(currency, grid, draft.set);
  const price = prices.find(({ row }) => row.service_cat2_id === selected?.active.id);
  const field = columns[selected?.active.column ?? -1]?.field;
  const error = price && field ? price.errors.get(field) : undefined;
  return (
    <>
      <EditGrid
        ref={grid}
        name="price"
        label={t('grid')}
        describedBy="price-grid-keys"
        className={styles.grid}
        style={TRACKS}
        rows={prices}
        idOf={idOfShown}
        groupOf={groupOf}
        rowClass={rowClass}
        columns={columns}
        rowHeight={30}
        startColumn={1}
        selected={selected}
        onSelect={onSelect}
        locked={locked}
        onPut={put}
        onUndo={() => (draft.canUndo ? draft.undo() : toast.info(t('undoNothing')))}
        onRedo={draft.redo}
        onTyping={onTyping}
      />
      <p aria-live="polite" className={styles.detail}>
        {error ? (
          <span className="ink-danger">{formatCellError(error, t)}</span>
        ) : (
          <span id="price-grid-keys">{t(readOnly ? 'keysToRead' : 'keys')}</span>
        )}
      </p>
      {question}
    </>
  );
}
