import { getDecimalMark, writeUngrouped } from '@darkroom/domain/number/parse';
import type { OutputOf } from '@darkroom/contract/endpoint';
import type { recordImportEndpoints } from '@darkroom/contract/record-import';
import type { Translate } from '../../lib/i18n/i18n.ts';
import type { EditColumn } from '../../ui/grid/grid-row.tsx';
import type { ImportCells, ImportColumn } from './read-rows.ts';
import styles from './record-import.module.css';

export type CheckedRow = OutputOf<typeof recordImportEndpoints.run>['rows'][number];

/** A row of the draft, with the result of its last check. */
export interface GridRow {
  readonly row: number;
  readonly cells: ImportCells;
  readonly checked: CheckedRow | undefined;
}

/** Returns the text of a cell. A number is written so that it can be read in one way only. */
const toText = (cell: string | number | undefined, language: 'vi' | 'en') =>
  typeof cell === 'number' ? writeUngrouped(cell, getDecimalMark(language)) : (cell ?? '');

const listErrors = (checked: CheckedRow | undefined, field: string) =>
  checked?.errors.filter((error) => error.field === field) ?? [];

const Problem = ({ text }: { text: string }) => (text === '' ? null : <span className={styles.problem}>{text}</span>);

/** Returns the height of a row: a row with errors has a second line. */
export const getRowHeight = ({ checked }: GridRow): number => (checked?.action === 'error' ? 48 : 30);

/** Creates the columns of the grid: the action of the import, and each cell with its former value or its errors. */
export const createGridColumns = (
  columns: readonly ImportColumn[],
  language: 'vi' | 'en',
  message: (error: CheckedRow['errors'][number]) => string,
  t: Translate<'recordImport'>,
): EditColumn<GridRow>[] => {
  // A wrong cell can be far to the right, so the first column names it.
  const listWrongColumns = (checked: GridRow['checked']) =>
    columns
      .filter(({ name }) => listErrors(checked, name).length > 0)
      .map((column) => column[language])
      .join(', ');
  return [
    {
      key: 'row',
      head: t('recordImport:row'),
      isFixed: true,
      className: styles.first!,
      draw: ({ row, checked }) => (
        <>
          <span data-action={checked?.action}>
            {row} · {checked ? t(`recordImport:action.${checked.action}`) : '…'}
          </span>
          <Problem text={listErrors(checked, '').map(message).join(' ') || listWrongColumns(checked)} />
        </>
      ),
    },
    ...columns.map((column): EditColumn<GridRow> => {
      const { name } = column;
      const describe = ({ checked }: GridRow) => listErrors(checked, name).map(message).join(' ');
      return {
        key: name,
        head: column[language],
        className: styles.cell!,
        draw: (row) => {
          const change = row.checked?.changes.find(({ field }) => field === name);
          return (
            <>
              <span className="ellipsis">
                {toText(row.cells[name], language)} {change && <del>{change.before || t('recordImport:nothing')}</del>}
              </span>
              <Problem text={describe(row)} />
            </>
          );
        },
        mark: (row) => ({ isInvalid: describe(row) !== '', title: describe(row) || undefined }),
        text: ({ cells }) => toText(cells[name], language),
        label: ({ row }) => `${column[language]}, ${t('recordImport:row')} ${row}`,
      };
    }),
  ];
};
