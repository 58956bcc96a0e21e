import { FILTERS, type FilterField } from '@darkroom/contract/field-tables/filters';
import type { QualityBy } from '@darkroom/domain/quality/figures';
import type { RequestStatus } from '@darkroom/domain/request/status';
import type { WorkSpan } from '@darkroom/domain/work/work';
import { statusName, type TaskStatus } from '@darkroom/domain/task/status';
import type { ExportFilter } from '../exported.ts';
import { dayInWords, type Look } from '../files/cells.ts';

/** All fields that a list can be filtered by. */
type Name = ExportFilter extends infer F ? (F extends object ? keyof F : never) : never;
type Plain = keyof typeof FILTERS;
type Value = string | number | boolean;
type ThreadMessage = readonly [title: string, words: string] | null;
type Say = (value: never, look: Look) => ThreadMessage;

/** Text of one value of a filter. */
function valueInWords(field: FilterField, value: Value, look: Look): string {
  const { words, names, language } = look;
  switch (field.kind) {
    case 'day':
      return field.as
        ? words(`table:filter.${field.as}`, { day: dayInWords(String(value), language) })
        : dayInWords(String(value), language);
    case 'record':
      if (field.of === 'user') return names.user(Number(value)) ?? '';
      return names.level(field.of === 'service_type' ? 'type' : field.of, Number(value));
    case 'status':
      return words(`status:task.${statusName(value as TaskStatus)}`);
    case 'priority':
      return names.priority(String(value));
    case 'word':
    case 'flag':
      return field.words ? words(`${field.words}.${value}`) : words(value ? 'common:yes' : 'common:no');
    case 'number':
      return `#${value}`;
    default:
      return String(value);
  }
}

// The screen filters by these automatically. The text says that the file has only part of the list.
const chosen = (ids: readonly number[], { words }: Look): ThreadMessage => [
  words('export:list'),
  words('export:part', { n: String(ids.length) }),
];

/** Filters that are not fields of a record, or have another text. A filter without a text does not compile. */
const OTHERWISE = {
  // Tasks have numbers, requests have names.
  status: (statuses: readonly (TaskStatus | RequestStatus)[], { words }: Look): ThreadMessage => [
    words('field:status'),
    statuses
      .map((one) => words(typeof one === 'number' ? `status:task.${statusName(one)}` : `status:request.${one}`))
      .join(', '),
  ],
  waits_hours: (hours: number, { words }: Look): ThreadMessage => [
    words('task:field.waits_hours'),
    words('task:waitsHours', { n: String(hours) }),
  ],
  unread: (unread: boolean, { words }: Look): ThreadMessage => [
    words('field:unread'),
    words(`request:unread.${unread}`),
  ],
  text: (text: string, { words }: Look): ThreadMessage => (text === '' ? null : [words('table:filter.search'), text]),
  job_id: (id: number, { words }: Look): ThreadMessage => [words('task:field.job'), `#${id}`],
  import_id: (_id: string, { words }: Look): ThreadMessage => [
    words('job:imports.filter'),
    words('job:imports.theseOnly'),
  ],
  scope: (scope: string, { words }: Look): ThreadMessage =>
    scope === 'all' ? null : [words('export:list'), words(`task:tab.${scope}`)],
  state: (state: string, { words }: Look): ThreadMessage => [words('export:list'), words(`redo:state.${state}`)],
  only: chosen,
  permission_ids: chosen,
  group_ids: chosen,
  date: (day: string, { words, language }: Look): ThreadMessage => [words('field:job_date'), dayInWords(day, language)],
  by: (by: QualityBy | WorkSpan | 'fault_kind', { words }: Look): ThreadMessage => [
    words('request:complaints.by'),
    words(groupWord(by)),
  ],
  month_from: (month: string, { words }: Look): ThreadMessage => [words('dueDate:month_from'), month],
  month_to: (month: string, { words }: Look): ThreadMessage => [words('dueDate:month_to'), month],
  mine: (mine: boolean, { words }: Look): ThreadMessage =>
    mine ? [words('quality:whose'), words('quality:mine')] : null,
  sort: () => null,
  // The title of the slip has the month, and people are the rows.
  year: () => null,
  month: () => null,
  staff_id: () => null,
} satisfies Record<Exclude<Name, Plain>, Say>;

/** Word for the grouping of a report. */
function groupWord(by: QualityBy | WorkSpan | 'fault_kind'): string {
  if (by === 'day') return 'work:by.day';
  if (by === 'month') return 'dueDate:group.month';
  return by === 'fault_kind' || by === 'customer' || by === 'category'
    ? `request:complaints.group.${by}`
    : `quality:by.${by}`;
}

/** Filter of a list as text: `Khách hàng 1: Aurora Weddings`. */
export function filterInWords(filter: ExportFilter, look: Look): string[] {
  return Object.entries(filter).flatMap(([name, value]: [string, unknown]) => {
    const all = value === undefined ? [] : Array.isArray(value) ? value : [value];
    if (all.length === 0) return [];
    const said = saysItself(name)
      ? (OTHERWISE[name] as Say)(value as never, look)
      : asItsField(name as Plain, all, look);
    return said ? [`${said[0]}: ${said[1]}`] : [];
  });
}

const saysItself = (name: string): name is keyof typeof OTHERWISE => name in OTHERWISE;

function asItsField(name: Plain, values: readonly unknown[], look: Look): ThreadMessage {
  const field: FilterField = FILTERS[name];
  const { word = name } = field;
  return [
    look.words(word.includes(':') ? word : `field:${word}`),
    values.map((value) => valueInWords(field, value as Value, look)).join(', '),
  ];
}
