import { priceEndpoints, type PriceListResponse } from '@darkroom/contract/price/price';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { Button } from 'antd';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useLockReason } from '../../lib/session/locks.ts';
import { useCan } from '../../lib/session/session.ts';
import { CallButton } from '../../ui/call-button.tsx';
import { useIsNarrow } from '../../ui/data-table/columns/window-width.ts';
import { NoMatches } from '../../ui/data-table/data-table-states.tsx';
import { LeaveGuard } from '../../ui/page/leave-guard.tsx';
import { FillInNote } from './fill-in/fill-in-note.tsx';
import type { EditGridHandle } from '../../ui/grid/edit-grid.tsx';
import { findFirstError } from './grid/price-columns.tsx';
import type { ShownPrice } from './grid/shown-price.ts';
import { toRange, type Selected } from '../../ui/grid/grid-range.ts';
import { NoCategory, NoPrice } from './empty-prices.tsx';
import { PriceGrid } from './grid/price-grid.tsx';
import { PriceList } from './price-list.tsx';
import type { PriceSearch } from './price-search.ts';
import styles from './price.module.css';
import { SaveBar } from './grid/save-bar.tsx';
import { PriceConflict } from './grid/price-conflict.tsx';
import { usePriceDraft } from './grid/use-price-draft.ts';
import { lazyOverlay } from '../../ui/lazy/lazy.tsx';

const CopyDialog = lazyOverlay(() => import('./file/copy-dialog.tsx'));
const PercentDialog = lazyOverlay(() => import('./file/percent-dialog.tsx'));

interface PriceEditorProps {
  list: PriceListResponse;
  search: PriceSearch;
  setSearch: (patch: Partial<PriceSearch>) => void;
}

/** One customer's prices with their changes: grid or list, bulk dialogs and save bar. */
export function PriceEditor({ list, search, setSearch }: PriceEditorProps) {
  const { t } = useTranslation('price');
  const can = useCan();
  const lockReason = useLockReason()(priceEndpoints.update);
  const narrow = useIsNarrow();
  const draft = usePriceDraft(list.cus_id1, list.results);
  const [selected, setSelected] = useState<Selected | null>(null);
  const grid = useRef<EditGridHandle>(null);
  const [openDialog, setOpenDialog] = useState<'copy' | 'percent' | null>(null);
  const prices = useMemo(() => draft.shown.filter((price) => matchesSearch(price, search)), [draft.shown, search]);
  const canChange = can(priceEndpoints.update.access);
  const locked = !canChange || lockReason !== null || draft.saving;
  const close = () => setOpenDialog(null);
  const range = toRange(selected, new Map(prices.map(({ row }, index) => [row.service_cat2_id, index])));
  const dialogProps = { list, shown: draft.shown, onTake: draft.take, onClose: close };
  const { cells } = draft.figures;
  // Text in an open cell would also be lost when the user leaves the page.
  const [typing, setTyping] = useState(false);
  const unsavedCount = cells + (typing ? 1 : 0);
  const focusGrid = () => grid.current?.focus();
  const showFirstError = () => {
    const firstErrorCell = findFirstError(prices);
    if (firstErrorCell) grid.current?.show(firstErrorCell);
  };

  return (
    <>
      {canChange && (
        <div className={styles.tools}>
          {(['copy', 'percent'] as const).map((way) => (
            <CallButton
              key={way}
              call={priceEndpoints.update}
              disabled={draft.saving}
              onClick={() => setOpenDialog(way)}
            >
              {t(`${way}.open`)}
            </CallButton>
          ))}
          {draft.canUndo && (
            <Button type="text" disabled={draft.saving} onClick={draft.undo}>
              {t('undo')}
            </Button>
          )}
        </div>
      )}
      <FillInNote cus_id1={list.cus_id1} name={`${list.cus0_name} › ${list.cus1_name}`} />
      {prices.length === 0 ? (
        <EmptyPrices list={list} search={search} onClear={() => setSearch({ text: undefined, show: 'all' })} />
      ) : narrow ? (
        <PriceList cus_id1={list.cus_id1} prices={prices} />
      ) : (
        <PriceGrid
          grid={grid}
          draft={draft}
          prices={prices}
          currency={list.currency}
          locked={locked}
          readOnly={!canChange || lockReason !== null}
          selected={selected}
          onSelect={setSelected}
          onTyping={setTyping}
        />
      )}
      {/* Below the grid. Above it, the notice would move the cell in which the user types. */}
      {draft.contested.length > 0 && <PriceConflict draft={draft} onDecided={focusGrid} />}
      <SaveBar draft={draft} onShowError={showFirstError} onDone={focusGrid} />
      {openDialog === 'copy' && <CopyDialog {...dialogProps} />}
      {openDialog === 'percent' && (
        <PercentDialog {...dialogProps} selectedPrices={range ? prices.slice(range.top, range.bottom + 1) : []} />
      )}
      <LeaveGuard
        active={unsavedCount > 0}
        loses={(current, next) =>
          next.pathname !== current.pathname || customerOf(next.search) !== customerOf(current.search)
        }
        words={{
          title: t('leave.title', { count: unsavedCount }),
          text: t('leave.text'),
          ok: t('leave.ok'),
          cancel: t('leave.cancel'),
        }}
      />
    </>
  );
}

const customerOf = (search: object): unknown => ('cus' in search ? search.cus : undefined);

function EmptyPrices({
  list,
  search,
  onClear,
}: Omit<PriceEditorProps, 'setSearch'> & { onClear: () => void }): ReactNode {
  if (list.results.length === 0) return <NoCategory />;
  const isUnpriced = search.show === 'priced' && list.results.every(({ id }) => id === null);
  return isUnpriced ? <NoPrice onShowAll={onClear} /> : <NoMatches onClear={onClear} />;
}

/** True if the price matches the filter. Changed prices are always shown. */
function matchesSearch({ row, changed, warnings }: ShownPrice, { text, show }: PriceSearch): boolean {
  if (changed.size > 0) return true;
  if (show === 'priced' && row.id === null) return false;
  if (show === 'warnings' && warnings.length === 0) return false;
  return !text || foldedMatch(`${row.service_type} ${row.cat1} ${row.cat2}`, text);
}
