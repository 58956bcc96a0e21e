import { priceEndpoints, type PriceListAnswer } from '@darkroom/contract/price/price';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { Button } from 'antd';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStop } from '../../lib/session/locks.ts';
import { useCan } from '../../lib/session/session.ts';
import { CallButton } from '../../ui/call-button.tsx';
import { useNarrow } from '../../ui/data-table/columns/data-table-narrow.ts';
import { NothingMatches } from '../../ui/data-table/data-table-states.tsx';
import { LeaveGuard } from '../../ui/page/leave-guard.tsx';
import { FillInNote } from './fill-in/fill-in-note.tsx';
import type { EditGridHandle } from '../../ui/grid/edit-grid.tsx';
import { firstError } from './grid/price-columns.tsx';
import type { ShownPrice } from './grid/shown-price.ts';
import { rangeOf, type Selected } from '../../ui/grid/grid-range.ts';
import { NoCategory, NoPrice } from './nothing-to-price.tsx';
import { PriceGrid } from './grid/price-grid.tsx';
import { PriceList } from './price-list.tsx';
import type { PriceSearch } from './price-search.ts';
import styles from './price.module.css';
import { SaveBar } from './grid/save-bar.tsx';
import { StaleRows } from './grid/stale-rows.tsx';
import { usePriceDraft } from './grid/use-price-draft.ts';
import { lazyOverlay } from '../../ui/lazy/lazy.tsx';

const CopyDialog = lazyOverlay(() => import('./file/copy-dialog.tsx'));
const PercentDialog = lazyOverlay(() => import('./file/percent-dialog.tsx'));
const ImportDialog = lazyOverlay(() => import('./file/import-dialog.tsx'));

interface PriceWorkProps {
  list: PriceListAnswer;
  search: PriceSearch;
  setSearch: (patch: Partial<PriceSearch>) => void;
}

/** One customer's prices with their changes: grid or list, bulk dialogs and save bar. */
export function PriceWork({ list, search, setSearch }: PriceWorkProps) {
  const { t } = useTranslation('price');
  const may = useCan();
  const stopped = useStop()(priceEndpoints.update);
  const narrow = useNarrow();
  const draft = usePriceDraft(list.cus_id1, list.results);
  const [selected, setSelected] = useState<Selected | null>(null);
  const grid = useRef<EditGridHandle>(null);
  const [asking, setAsking] = useState<'copy' | 'percent' | 'import' | null>(null);
  const prices = useMemo(() => draft.shown.filter((price) => fits(price, search)), [draft.shown, search]);
  const mayChange = may(priceEndpoints.update.access);
  const locked = !mayChange || stopped !== null || draft.saving;
  const close = () => setAsking(null);
  const range = rangeOf(selected, new Map(prices.map(({ row }, at) => [row.service_cat2_id, at])));
  const many = { list, shown: draft.shown, onTake: draft.take, onClose: close };
  const { cells } = draft.figures;
  // Text in an open cell would also be lost when the user leaves the page.
  const [typing, setTyping] = useState(false);
  const losable = cells + (typing ? 1 : 0);
  const focusGrid = () => grid.current?.focus();
  const mend = () => {
    const place = firstError(prices);
    if (place) grid.current?.show(place);
  };

  return (
    <>
      {mayChange && (
        <div className={styles.tools}>
          {(['copy', 'percent', 'import'] as const).map((way) => (
            <CallButton key={way} call={priceEndpoints.update} disabled={draft.saving} onClick={() => setAsking(way)}>
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
        <Nothing list={list} search={search} onClear={() => setSearch({ text: undefined, show: 'all' })} />
      ) : narrow ? (
        <PriceList cus_id1={list.cus_id1} prices={prices} />
      ) : (
        <PriceGrid
          grid={grid}
          draft={draft}
          prices={prices}
          currency={list.currency}
          locked={locked}
          readOnly={!mayChange || stopped !== null}
          selected={selected}
          onSelect={setSelected}
          onTyping={setTyping}
        />
      )}
      {/* Below the grid. Above it, the notice would move the cell in which the user types. */}
      {draft.contested.length > 0 && <StaleRows draft={draft} onDecided={focusGrid} />}
      <SaveBar draft={draft} onMend={mend} onDone={focusGrid} />
      {asking === 'copy' && <CopyDialog {...many} />}
      {asking === 'percent' && (
        <PercentDialog {...many} chosen={range ? prices.slice(range.top, range.bottom + 1) : []} />
      )}
      {asking === 'import' && <ImportDialog {...many} />}
      <LeaveGuard
        active={losable > 0}
        loses={(current, next) => next.pathname !== current.pathname || cusOf(next.search) !== cusOf(current.search)}
        words={{
          title: t('leave.title', { count: losable }),
          text: t('leave.text'),
          ok: t('leave.ok'),
          cancel: t('leave.cancel'),
        }}
      />
    </>
  );
}

const cusOf = (search: object): unknown => ('cus' in search ? search.cus : undefined);

function Nothing({ list, search, onClear }: Omit<PriceWorkProps, 'setSearch'> & { onClear: () => void }): ReactNode {
  if (list.results.length === 0) return <NoCategory />;
  const isUnpriced = search.show === 'priced' && list.results.every(({ id }) => id === null);
  return isUnpriced ? <NoPrice onShowAll={onClear} /> : <NothingMatches onClear={onClear} />;
}

/** True if the price matches the filter. Changed prices are always shown. */
function fits({ row, changed, warnings }: ShownPrice, { text, show }: PriceSearch): boolean {
  if (changed.size > 0) return true;
  if (show === 'priced' && row.id === null) return false;
  if (show === 'warnings' && warnings.length === 0) return false;
  return !text || foldedMatch(`${row.service_type} ${row.cat1} ${row.cat2}`, text);
}
