import { recordImportEndpoints, type ImportKindName } from '@darkroom/contract/record-import';
import { getDecimalMark, type DecimalMark } from '@darkroom/domain/number/parse';
import { Alert, Button } from 'antd';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useApiMutation } from '../../lib/api/query.ts';
import { getFieldMessage } from '../../lib/errors/form-errors.tsx';
import { getErrorMessage } from '../../lib/errors/error-message.ts';
import { useFormat, useLanguage } from '../../lib/i18n/format.ts';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useNoteTexts } from '../../lib/sheet-file/use-note-texts.ts';
import { newUuid } from '../../lib/uuid.ts';
import { EditGrid, type EditGridHandle } from '../../ui/grid/edit-grid.tsx';
import type { Selected } from '../../ui/grid/grid-range.ts';
import { toGridStyle, type CellText } from '../../ui/grid/grid-row.tsx';
import { Segmented } from '../../ui/input/segmented.tsx';
import DecimalMarkDialog from '../../ui/overlay/decimal-mark-dialog.tsx';
import { useConfirmJumps } from '../price/use-confirm-jumps.tsx';
import type { ChosenRows } from './choose-rows.tsx';
import type { ImportDone } from './past-imports.tsx';
import { createGridColumns, getRowHeight, type CheckedRow, type GridRow } from './grid-columns.tsx';
import type { ImportColumn } from './read-rows.ts';
import styles from './record-import.module.css';

interface FixRowsProps {
  kind: ImportKindName;
  columns: readonly ImportColumn[];
  chosen: ChosenRows;
  onStartOver: () => void;
  onDone: (done: ImportDone) => void;
}

type DraftRow = Pick<GridRow, 'row' | 'cells'>;

const FILTERS = ['all', 'error', 'add', 'update', 'same'] as const;
type Filter = (typeof FILTERS)[number];

/** A check starts when the user has not typed for this time. */
const CHECK_AFTER_MS = 600;
const DETAIL_ID = 'import-detail';

/** Step 2: every row with what the import does, its errors and changes. The user fixes cells, then saves all rows. */
export function FixRows({ kind, columns, chosen, onStartOver, onDone }: FixRowsProps) {
  const { t } = useTranslation(['recordImport', 'bulk', 'errors']);
  const { number } = useFormat();
  const language = useLanguage();
  const formatNotes = useNoteTexts();
  const [import_id] = useState(newUuid);
  const [{ draft, past }, setDraft] = useState<{ draft: readonly DraftRow[]; past: readonly (readonly DraftRow[])[] }>({
    draft: chosen.rows,
    past: [],
  });
  const [check, setCheck] = useState<{ draft: readonly DraftRow[]; rows: readonly CheckedRow[] } | null>(null);
  const [filter, setFilter] = useState<Filter>('all');
  const [selected, setSelected] = useState<Selected | null>(null);
  const grid = useRef<EditGridHandle>(null);

  const run = useApiMutation(recordImportEndpoints.run, {
    invalidates: ['staff', 'user', 'team', 'customer', 'price', 'category'],
    onError: () => true,
  });
  const [decimal_mark, setDecimalMark] = useState<DecimalMark>();
  const [isAsked, setIsAsked] = useState(false);
  const { confirmJumps, holder } = useConfirmJumps();
  const createInput = (check_only: boolean) => {
    const rows = draft.map(({ cells }, at) => ({ cells, ...(check_only ? {} : { seen: check?.rows[at]?.seen }) }));
    return { import_id, kind, language, file_name: chosen.file_name, check_only, decimal_mark, rows };
  };
  const checkRows = () => {
    if (draft.length > 0)
      run.mutateAsync(createInput(true)).then(
        ({ rows }) => setCheck({ draft, rows }),
        () => undefined,
      );
  };
  const runCheck = useEffectEvent(checkRows);
  useEffect(() => {
    const timer = setTimeout(() => runCheck(), CHECK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [draft, decimal_mark]);

  const isUpToDate = check?.draft === draft;
  // While the rows are checked again, the other rows keep their last result.
  const rows = useMemo(() => {
    const before = new Map(check?.draft.map(({ row }, at) => [row, check.rows[at]]));
    return draft.map((row): GridRow => ({ ...row, checked: before.get(row.row) }));
  }, [draft, check]);
  const counts = Object.fromEntries(
    FILTERS.map((of) => [of, rows.filter(({ checked }) => of === 'all' || checked?.action === of).length]),
  ) as Record<Filter, number>;
  const shown = filter === 'all' ? rows : rows.filter(({ checked }) => checked?.action === filter);
  const put = (next: readonly DraftRow[]) => setDraft({ draft: next, past: [draft, ...past].slice(0, 100) });
  const undo = () => setDraft({ draft: past[0] ?? draft, past: past.slice(1) });
  const ambiguous = rows.flatMap(({ cells, checked }) =>
    (checked?.errors ?? []).flatMap(({ field, code }) => (code === 'ambiguous_number' ? [String(cells[field])] : [])),
  );
  const headingOf = (name: string) => columns.find((column) => column.name === name)?.[language] ?? name;
  const largeChanges = rows.flatMap(({ row, checked }) =>
    (checked?.changes ?? []).flatMap(({ is_large, field, before, after }) =>
      is_large ? [{ name: `${t('row')} ${row}`, field: headingOf(field), before, after }] : [],
    ),
  );
  const save = async () => {
    if (!(await confirmJumps(largeChanges))) return;
    const result = await run.mutateAsync(createInput(false)).catch(() => null);
    if (!result) return;
    if (!result.saved) return setCheck({ draft, rows: result.rows });
    const count = (action: CheckedRow['action']) => result.rows.filter((row) => row.action === action).length;
    onDone({ import_id, added: count('add'), updated: count('update'), passwords: result.passwords });
  };
  const putTexts = (cells: readonly CellText<GridRow>[]) => {
    const texts = new Map<number, Record<string, string>>();
    for (const { row, column, text } of cells) texts.set(row.row, { ...texts.get(row.row), [column.key]: text });
    put(draft.map((row) => (texts.has(row.row) ? { ...row, cells: { ...row.cells, ...texts.get(row.row) } } : row)));
  };

  const message = ({ code, limit }: CheckedRow['errors'][number]) =>
    getFieldMessage({ field: '', code, message: code, ...(limit === undefined ? {} : { limit }) }, t);
  // Columns of the file, required ones, and those with errors, in the order of the template.
  const withErrors = new Set(rows.flatMap(({ checked }) => checked?.errors.map(({ field }) => field) ?? []));
  const shownColumns = columns.filter(
    ({ name, required }) => chosen.fields.includes(name) || (required && counts.add > 0) || withErrors.has(name),
  );
  const gridColumns = createGridColumns(shownColumns, language, message, t);
  const active = shown.find(({ row }) => row === selected?.active.id);
  const activeColumn = shownColumns[selected?.active.column ?? -1];
  const detail = active?.checked?.errors
    .filter(({ field }) => field === '' || field === activeColumn?.name)
    .map(message)
    .concat(activeColumn && activeColumn.choices.length > 0 ? activeColumn.choices.join(' · ') : [])
    .join(' ');
  const goToProblem = () => {
    const from = shown.findIndex(({ row }) => row === selected?.active.id);
    const next = [...shown.slice(from + 1), ...shown].find(({ checked }) => checked?.action === 'error');
    const column = shownColumns.findIndex(({ name }) => next?.checked?.errors.some(({ field }) => field === name));
    if (next) grid.current?.show({ id: next.row, column: Math.max(0, column) });
  };
  const removeBad = () => put(draft.filter((_, at) => rows[at]?.checked?.action !== 'error'));
  const saveBad = () =>
    import('../../lib/sheet-file/save-sheet.ts').then(({ saveSheet }) =>
      saveSheet(t('problemFile'), [
        [...shownColumns.map((column) => column[language]), t('problems')],
        ...rows
          .filter(({ checked }) => checked?.action === 'error')
          .map(({ cells, checked }) => [
            ...shownColumns.map(({ name }) => cells[name] ?? ''),
            checked!.errors.map(message).join(' '),
          ]),
      ]),
    );
  const isSaving = run.isPending && !run.variables.check_only;
  const failure = run.error && run.error.status !== 401 ? getErrorMessage(run.error, t) : null;
  return (
    <>
      <p className="muted">
        {[
          chosen.file_name || t('past.pasted'),
          chosen.unread.length > 0 && t('bulk:notice.unread', { columns: chosen.unread.join(', ') }),
          ...formatNotes(chosen.notes),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {failure !== null && (
        <Alert
          type="error"
          role="alert"
          showIcon
          title={`${failure} ${t('kept')}`}
          action={<Button onClick={checkRows}>{t('checkAgain')}</Button>}
        />
      )}
      <div className="cluster">
        <Segmented<Filter>
          className={styles.filter}
          aria-label={t('bulk:filter.label')}
          value={filter}
          onChange={setFilter}
          options={FILTERS.map((value) => ({ value, label: `${t(`filter.${value}`)} (${number(counts[value])})` }))}
        />
        <Button disabled={counts.error === 0} onClick={goToProblem}>
          {t('bulk:grid.nextProblem')}
        </Button>
        <Button disabled={counts.error === 0} onClick={() => void saveBad()}>
          {t('saveProblems')}
        </Button>
        <Button disabled={past.length === 0 || isSaving} onClick={undo}>
          {t('bulk:grid.undo')}
        </Button>
        <Button type="text" disabled={isSaving} onClick={onStartOver}>
          {t('bulk:startOver')}
        </Button>
      </div>
      <EditGrid
        ref={grid}
        name="import"
        label={t('gridLabel')}
        describedBy={DETAIL_ID}
        className={styles.grid}
        style={toGridStyle([{ width: 148 }, ...shownColumns.map(() => ({ width: 150, grow: 1 }))])}
        rows={shown}
        idOf={getRowNumber}
        columns={gridColumns}
        rowHeight={getRowHeight}
        startColumn={0}
        selected={active ? selected : null}
        onSelect={setSelected}
        locked={isSaving}
        enterEdits
        onPut={putTexts}
        onUndo={undo}
        onRedo={noRedo}
      />
      <p id={DETAIL_ID} aria-live="polite" className={styles.detail}>
        {detail}
      </p>
      <footer className={styles.footer}>
        <span role="status" className="muted">
          {isSaving
            ? t('saving')
            : isUpToDate
              ? t('checked', { count: counts.error, n: number(counts.error) })
              : failure === null && t('checking')}
        </span>
        {counts.error > 0 && (
          <Button disabled={!isUpToDate || isSaving} onClick={removeBad}>
            {t('removeBad', { count: counts.error, n: number(counts.error) })}
          </Button>
        )}
        <Button
          type="primary"
          loading={isSaving}
          disabled={!isUpToDate || counts.error > 0 || counts.add + counts.update === 0}
          onClick={() => void save()}
        >
          {t('save', { added: number(counts.add), updated: number(counts.update) })}
        </Button>
      </footer>
      {holder}
      {ambiguous.length > 0 && isUpToDate && !isAsked && (
        <DecimalMarkDialog
          texts={[...new Set(ambiguous)]}
          mark={getDecimalMark(language)}
          grid={grid}
          onAnswer={(mark) => {
            setIsAsked(true);
            setDecimalMark(mark ?? undefined);
          }}
        />
      )}
    </>
  );
}

const getRowNumber = ({ row }: DraftRow) => row;
const noRedo = () => undefined;
