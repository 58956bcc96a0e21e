import type { AllowanceRow, AllowanceMonthRow } from '@darkroom/contract/allowance/allowance';
import { isPartAmong, sumOfFigures, type AllowanceFigures } from '@darkroom/domain/allowance/figures';
import { formulaOf, writeFormula, type FormulaWords } from '@darkroom/domain/allowance/formula';
import { monthAt } from '@darkroom/domain/calendar/day';
import type { Content, TableCell } from 'pdfmake/interfaces.js';
import { allowancesOf, keepsAllowances } from '../../allowance/allowance.service.ts';
import type { Exported, FilterOf } from '../exported.ts';
import {
  column,
  dayInWords,
  instantInWords,
  layoutOf,
  numberInWords,
  type Column,
  type Layout,
  type Look,
} from '../files/cells.ts';

/** A person's row with its month. */
interface AllowanceLine {
  readonly row: AllowanceRow;
  readonly month: AllowanceMonthRow;
}

type Figure = Exclude<keyof AllowanceFigures, 'working_days' | 'online_days'>;
const parkingOf = ({ row }: AllowanceLine) => row.monthly_allowance?.parking ?? 0;

const PERSON: readonly Column<AllowanceLine>[] = [
  column('allowance:column.full_name', 'text', 26, ({ row }) => row.full_name),
  column('field:username', 'text', 16, ({ row }) => row.username),
];

/** A figure of a month: of a person, and of all people if the sum means something. */
interface Sum {
  readonly key: keyof AllowanceFigures | 'parking';
  readonly kind: 'count' | 'vnd';
  readonly width: number;
}

/** In the order of the screen. */
const SUMS: readonly Sum[] = [
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

const SUM_KEYS = SUMS.map(({ key }) => key);

/** Label of a figure next to the other shown figures. */
const nameOf = (key: string, shown: readonly string[]): string =>
  `allowance:${isPartAmong(key, shown) ? 'part' : 'figure'}.${key}`;

const WHOSE: readonly Column<AllowanceLine>[] = [
  ...PERSON,
  column('field:group_id', 'text', 20, ({ row }) => row.group_name),
  column('field:teams', 'text', 20, ({ row }) => row.teams.join(', ')),
  column('field:workplace', 'text', 14, ({ row }) => row.workplace),
];

/** Excel: each person's figures, and the totals of the screen below. The totals are calculated from unrounded parts. */
const allowanceSheet: Layout<AllowanceLine> = {
  ...layoutOf<AllowanceLine>(
    [
      ...WHOSE,
      ...SUMS.map(({ key, kind, width }) =>
        column<AllowanceLine>(nameOf(key, SUM_KEYS), kind, width, (line) =>
          key === 'parking' ? parkingOf(line) : line.row[key],
        ),
      ),
    ],
    (line) => [line],
  ),
  total: (lines, { words }) => {
    const people = lines.map((line) => ({ ...line.row, parking: parkingOf(line) }));
    const { year, month, lookups } = lines[0]!.month;
    const totals = sumOfFigures(people, { month: monthAt(year, month), lookups });
    const named = WHOSE.map((_, at) => (at === 0 ? words('allowance:totals') : null));
    // Working days are the same for all people, so they have no sum.
    return [...named, ...SUMS.map(({ key }) => (key === 'working_days' ? null : totals[key]))];
  },
};

interface EntryLine extends AllowanceLine {
  readonly entry: AllowanceRow['daily_allowance'][number];
}

/** Excel, second sheet: the days behind the figures. */
const allowanceEntries = layoutOf<AllowanceLine, EntryLine>(
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

const FIGURES = ['daily_transport', 'total_meal', 'total_online', 'total_internet', 'total_electricity'] as const;
const NAMED = ['total_transport', 'total_online', 'total_meal', 'parking'];

function formulaWords({ words, language }: Look): FormulaWords {
  const n = (value: number) => numberInWords(value, language);
  return {
    money: n,
    count: (value, what) =>
      what === 'working_days' || what === 'online_days'
        ? words(`allowance:formula.${what}_${value === 1 ? 'one' : 'other'}`, { n: n(value) })
        : n(value),
    name: (what) => (NAMED.includes(what) ? words(`allowance:formula.${what}`) : ''),
  };
}

/** PDF: one page for each person's month, with a formula for each figure and no other person's name. */
function allowanceSlip({ row, month }: AllowanceLine, look: Look, place: number): Content[] {
  const { words, language } = look;
  const n = (value: number) => numberInWords(value, language);
  const of = {
    month: monthAt(month.year, month.month),
    days: row.daily_allowance,
    parking: parkingOf({ row, month }),
    lookups: month.lookups,
  };
  const formula = (key: Figure) => writeFormula(formulaOf(key, of, row), row[key], formulaWords(look));
  const line = (name: string, value: number, how: string, bold = false): TableCell[] => [
    { text: name, bold },
    { text: n(value), alignment: 'right', bold },
    { text: how, color: '#595959' },
  ];
  const part = (name: string, value: number, how: string): TableCell[] => [
    { text: name, color: '#595959', margin: [12, 0, 0, 0] },
    { text: n(value), color: '#595959', alignment: 'right', margin: [0, 0, 24, 0] },
    { text: how, color: '#595959' },
  ];
  const head = (key: string): TableCell => ({ text: words(key), bold: true });
  const monthWords = `${String(month.month).padStart(2, '0')}/${month.year}`;
  return [
    {
      text: words('allowance:file.slip', { month: monthWords }),
      fontSize: 16,
      bold: true,
      ...(place > 0 ? { pageBreak: 'before' as const } : {}),
    },
    { text: row.full_name, fontSize: 12, margin: [0, 4, 0, 0] },
    { text: [row.group_name, ...row.teams, row.workplace].filter(Boolean).join(' · '), color: '#595959' },
    {
      text: month.closed_at
        ? words('allowance:file.closed', { when: instantInWords(month.closed_at, language) })
        : words('allowance:file.open'),
      color: '#595959',
      margin: [0, 0, 0, 12],
    },
    { text: `${n(row.total_allowance)} VND`, fontSize: 20, bold: true },
    { text: formula('total_allowance'), color: '#595959', margin: [0, 0, 0, 12] },
    {
      layout: 'list',
      margin: [0, 0, 0, 12],
      table: {
        headerRows: 1,
        widths: [120, 80, '*'],
        body: [
          [
            head('allowance:file.figure'),
            // Aligned with the last digit of the amounts.
            { text: words('allowance:file.amount'), bold: true, alignment: 'right' as const },
            head('allowance:file.how'),
          ],
          ...FIGURES.map((key) =>
            (isPartAmong(key, FIGURES) ? part : line)(words(nameOf(key, FIGURES)), row[key], formula(key)),
          ),
          line(words('allowance:figure.parking'), of.parking, ''),
          line(words('allowance:figure.total_allowance'), row.total_allowance, '', true),
        ],
      },
    },
    daysOf(row, look),
  ];
}

/** Number of days in one column: half a full month. */
const DAYS_HIGH = 16;

/** Days with entries, in two columns if one would leave the page. */
function daysOf({ daily_allowance }: AllowanceRow, { words, language }: Look): Content {
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
          dayInWords(date, language),
          parking_fee ?? '',
          meal_fee === null ? '' : String(meal_fee),
          online_fee === 1 ? '1' : '',
        ]),
      ],
    },
  });
  const columns = [daily_allowance.slice(0, DAYS_HIGH), daily_allowance.slice(DAYS_HIGH)];
  // An empty second column keeps the first as wide as in a full month.
  return { columnGap: 24, columns: columns.map((days) => (days.length > 0 ? part(days) : { text: '' })) };
}

/** Word of a person in a file name: the username, or the id if a file name cannot contain the username. */
const fileWordOf = (person: { username: string; staff_id: number } | undefined): string | undefined =>
  person && (/^[\w.-]+$/.test(person.username) ? person.username : String(person.staff_id));

/** A month of allowances as a file: totals and entries, or a slip for each person. A closed month has its stored figures. */
export const ALLOWANCES: Exported<FilterOf<'export.allowances'>, AllowanceLine> = {
  name: 'allowances',
  title: 'allowance:title',
  period: ({ year, month }) => `${year}-${String(month).padStart(2, '0')}`,
  source: async (ctx, filter) => {
    const { rows, month } = await allowancesOf(ctx, { ...filter, page: 1, page_size: 1 });
    return {
      total: rows.length,
      pieces: () => [rows.map((row) => ({ row, month }))],
      keptSince: month.closed_at,
      whose: filter.staff_id !== undefined || !keepsAllowances(ctx) ? fileWordOf(rows[0]) : undefined,
    };
  },
  xlsx: allowanceSheet,
  pdf: allowanceSheet,
  beside: [{ title: 'allowance:file.entries', xlsx: allowanceEntries }],
  slip: allowanceSlip,
};
