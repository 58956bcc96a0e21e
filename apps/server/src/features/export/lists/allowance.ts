import type { AllowanceRow, AllowanceMonthRow } from '@darkroom/contract/allowance/allowance';
import { isPartOfShown, sumAllowances, type AllowanceFigures } from '@darkroom/domain/allowance/figures';
import { buildFormula, writeFormula, type FormulaWords } from '@darkroom/domain/allowance/formula';
import { monthAt } from '@darkroom/domain/calendar/day';
import type { Content, TableCell } from 'pdfmake/interfaces.js';
import { readMonthRows, canManageAllowances } from '../../allowance/allowance.service.ts';
import type { ExportedList, FilterOf } from '../exported-list.ts';
import {
  column,
  formatDay,
  formatInstant,
  createLayout,
  formatNumber,
  type ExportColumn,
  type ExportLayout,
  type FileLocale,
} from '../files/cells.ts';

/** A person's row with its month. */
interface AllowanceLine {
  readonly row: AllowanceRow;
  readonly month: AllowanceMonthRow;
}

type Figure = Exclude<keyof AllowanceFigures, 'working_days' | 'online_days'>;
const getParking = ({ row }: AllowanceLine) => row.monthly_allowance?.parking ?? 0;

const NAME_COLUMNS: readonly ExportColumn<AllowanceLine>[] = [
  column('allowance:column.full_name', 'text', 26, ({ row }) => row.full_name),
  column('field:username', 'text', 16, ({ row }) => row.username),
];

/** A figure of a month: of a person, and of all people if the sum means something. */
interface FigureColumn {
  readonly key: keyof AllowanceFigures | 'parking';
  readonly kind: 'count' | 'vnd';
  readonly width: number;
}

/** In the order of the screen. */
const FIGURE_COLUMNS: readonly FigureColumn[] = [
  { key: 'working_days', kind: 'count', width: 12 },
  { key: 'online_days', kind: 'count', width: 12 },
  { key: 'total_transport', kind: 'vnd', width: 14 },
  { key: 'daily_transport', kind: 'vnd', width: 20 },
  { key: 'parking', kind: 'vnd', width: 16 },
  { key: 'total_meal', kind: 'vnd', width: 14 },
  { key: 'total_online', kind: 'vnd', width: 14 },
  { key: 'total_internet', kind: 'vnd', width: 18 },
  { key: 'total_electricity', kind: 'vnd', width: 18 },
  { key: 'total_allowance', kind: 'vnd', width: 16 },
];

const FIGURE_KEYS = FIGURE_COLUMNS.map(({ key }) => key);

/** Returns the label of a figure next to the other shown figures. */
const getFigureLabel = (key: string, otherKeys: readonly string[]): string =>
  `allowance:${isPartOfShown(key, otherKeys) ? 'part' : 'figure'}.${key}`;

const PERSON_COLUMNS: readonly ExportColumn<AllowanceLine>[] = [
  ...NAME_COLUMNS,
  column('field:group_id', 'text', 20, ({ row }) => row.group_name),
  column('field:teams', 'text', 20, ({ row }) => row.teams.join(', ')),
  column('field:workplace', 'text', 14, ({ row }) => row.workplace),
];

/** Excel: each person's figures, and the totals of the screen below. The totals are calculated from unrounded parts. */
const allowanceSheet: ExportLayout<AllowanceLine> = {
  ...createLayout<AllowanceLine>(
    [
      ...PERSON_COLUMNS,
      ...FIGURE_COLUMNS.map(({ key, kind, width }) =>
        column<AllowanceLine>(getFigureLabel(key, FIGURE_KEYS), kind, width, (line) =>
          key === 'parking' ? getParking(line) : line.row[key],
        ),
      ),
    ],
    (line) => [line],
  ),
  total: (lines, { words }) => {
    const people = lines.map((line) => ({ ...line.row, parking: getParking(line) }));
    const { year, month, lookups } = lines[0]!.month;
    const totals = sumAllowances(people, { month: monthAt(year, month), lookups });
    const firstCells = PERSON_COLUMNS.map((_, index) => (index === 0 ? words('allowance:totals') : null));
    // Working days are the same for all people, so they have no sum.
    return [...firstCells, ...FIGURE_COLUMNS.map(({ key }) => (key === 'working_days' ? null : totals[key]))];
  },
};

interface EntryLine extends AllowanceLine {
  readonly entry: AllowanceRow['daily_allowance'][number];
}

/** Excel, second sheet: the days behind the figures. */
const allowanceEntries = createLayout<AllowanceLine, EntryLine>(
  [
    column<EntryLine>('allowance:column.full_name', 'text', 26, ({ row }) => row.full_name),
    column<EntryLine>('field:username', 'text', 16, ({ row }) => row.username),
    column<EntryLine>('allowance:file.date', 'day', 12, ({ entry }) => entry.date),
    column<EntryLine>('allowance:kind.parking_fee', 'text', 14, ({ entry }) => entry.parking_fee),
    column<EntryLine>('allowance:kind.meal_fee', 'count', 12, ({ entry }) => entry.meal_fee),
    column<EntryLine>('allowance:kind.online_fee', 'count', 12, ({ entry }) => entry.online_fee || null),
  ],
  (line) => line.row.daily_allowance.map((entry) => ({ ...line, entry })),
);

const SLIP_FIGURES = ['daily_transport', 'total_meal', 'total_online', 'total_internet', 'total_electricity'] as const;
const NAMED_TERMS = ['total_transport', 'total_online', 'total_meal', 'parking'];

function createFormulaWords({ words, language }: FileLocale): FormulaWords {
  const formatAmount = (value: number) => formatNumber(value, language);
  return {
    money: formatAmount,
    count: (value, term) =>
      term === 'working_days' || term === 'online_days'
        ? words(`allowance:formula.${term}_${value === 1 ? 'one' : 'other'}`, { n: formatAmount(value) })
        : formatAmount(value),
    name: (term) => (NAMED_TERMS.includes(term) ? words(`allowance:formula.${term}`) : ''),
  };
}

/** Creates a page of the PDF for each person's month, with a formula for each figure and no other person's name. */
function allowanceSlip({ row, month }: AllowanceLine, locale: FileLocale, position: number): Content[] {
  const { words, language } = locale;
  const formatAmount = (value: number) => formatNumber(value, language);
  const inputs = {
    month: monthAt(month.year, month.month),
    days: row.daily_allowance,
    parking: getParking({ row, month }),
    lookups: month.lookups,
  };
  const formula = (key: Figure) => writeFormula(buildFormula(key, inputs, row), row[key], createFormulaWords(locale));
  const line = (name: string, value: number, explanation: string, bold = false): TableCell[] => [
    { text: name, bold },
    { text: formatAmount(value), alignment: 'right', bold },
    { text: explanation, color: '#595959' },
  ];
  const part = (name: string, value: number, explanation: string): TableCell[] => [
    { text: name, color: '#595959', margin: [12, 0, 0, 0] },
    { text: formatAmount(value), color: '#595959', alignment: 'right', margin: [0, 0, 24, 0] },
    { text: explanation, color: '#595959' },
  ];
  const headingCell = (key: string): TableCell => ({ text: words(key), bold: true });
  const monthText = `${String(month.month).padStart(2, '0')}/${month.year}`;
  return [
    {
      text: words('allowance:file.slip', { month: monthText }),
      fontSize: 16,
      bold: true,
      ...(position > 0 ? { pageBreak: 'before' as const } : {}),
    },
    { text: row.full_name, fontSize: 12, margin: [0, 4, 0, 0] },
    { text: [row.group_name, ...row.teams, row.workplace].filter(Boolean).join(' · '), color: '#595959' },
    {
      text: month.closed_at
        ? words('allowance:file.closed', { when: formatInstant(month.closed_at, language) })
        : words('allowance:file.open'),
      color: '#595959',
      margin: [0, 0, 0, 12],
    },
    { text: `${formatAmount(row.total_allowance)} VND`, fontSize: 20, bold: true },
    { text: formula('total_allowance'), color: '#595959', margin: [0, 0, 0, 12] },
    {
      layout: 'list',
      margin: [0, 0, 0, 12],
      table: {
        headerRows: 1,
        widths: [120, 80, '*'],
        body: [
          [
            headingCell('allowance:file.figure'),
            // Aligned with the last digit of the amounts.
            { text: words('allowance:file.amount'), bold: true, alignment: 'right' as const },
            headingCell('allowance:file.how'),
          ],
          ...SLIP_FIGURES.map((key) =>
            (isPartOfShown(key, SLIP_FIGURES) ? part : line)(
              words(getFigureLabel(key, SLIP_FIGURES)),
              row[key],
              formula(key),
            ),
          ),
          line(words('allowance:figure.parking'), inputs.parking, ''),
          line(words('allowance:figure.total_allowance'), row.total_allowance, '', true),
        ],
      },
    },
    createDayTables(row, locale),
  ];
}

/** Number of days in one column: half a full month. */
const MAX_DAYS_PER_COLUMN = 16;

/** Creates the tables of days with entries, in two columns if one column would be longer than the page. */
function createDayTables({ daily_allowance }: AllowanceRow, { words, language }: FileLocale): Content {
  const heads = ['file.date', 'kind.parking_fee', 'kind.meal_fee', 'kind.online_fee'] as const;
  const part = (days: typeof daily_allowance): Content => ({
    layout: 'list',
    fontSize: 8,
    table: {
      headerRows: 1,
      widths: [60, '*', '*', '*'],
      body: [
        heads.map((key) => ({ text: words(`allowance:${key}`), bold: true })),
        ...days.map(({ date, parking_fee, meal_fee, online_fee }) => [
          formatDay(date, language),
          parking_fee ?? '',
          meal_fee === null ? '' : String(meal_fee),
          online_fee === 1 ? '1' : '',
        ]),
      ],
    },
  });
  const columns = [daily_allowance.slice(0, MAX_DAYS_PER_COLUMN), daily_allowance.slice(MAX_DAYS_PER_COLUMN)];
  // An empty second column gives the first the width of a full month.
  return { columnGap: 24, columns: columns.map((days) => (days.length > 0 ? part(days) : { text: '' })) };
}

/** Returns the text for a person in a file name: the username, or the id if a file name cannot contain the username. */
const toFileWord = (person: { username: string; staff_id: number } | undefined): string | undefined =>
  person && (/^[\w.-]+$/.test(person.username) ? person.username : String(person.staff_id));

/** A month of allowances as a file: totals and entries, or a slip for each person. A closed month has its stored figures. */
export const ALLOWANCES: ExportedList<FilterOf<'export.allowances'>, AllowanceLine> = {
  name: 'allowances',
  title: 'allowance:title',
  period: ({ year, month }) => `${year}-${String(month).padStart(2, '0')}`,
  source: async (ctx, filter) => {
    const { rows, month } = await readMonthRows(ctx, { ...filter, page: 1, page_size: 1 });
    return {
      total: rows.length,
      batches: () => [rows.map((row) => ({ row, month }))],
      storedAt: month.closed_at,
      ownerName: filter.staff_id !== undefined || !canManageAllowances(ctx) ? toFileWord(rows[0]) : undefined,
    };
  },
  xlsx: allowanceSheet,
  pdf: allowanceSheet,
  sideTables: [{ title: 'allowance:file.entries', xlsx: allowanceEntries }],
  slip: allowanceSlip,
};
