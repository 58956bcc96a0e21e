import { FILTERS, type FilterField } from '@darkroom/contract/field-tables/filters';
import type { QualityGrouping } from '@darkroom/domain/quality/figures';
import type { RequestStatus } from '@darkroom/domain/request/status';
import type { WorkSpan } from '@darkroom/domain/work/work';
import { statusName, type TaskStatus } from '@darkroom/domain/task/status';
import type { ExportFilter } from '../exported-list.ts';
import { formatDay, type FileLocale } from '../files/cells.ts';

/** All fields that a list can be filtered by. */
type FilterName = ExportFilter extends infer F ? (F extends object ? keyof F : never) : never;
type FieldFilter = keyof typeof FILTERS;
type Value = string | number | boolean;
type FilterText = readonly [title: string, words: string] | null;
type ToFilterText = (value: never, locale: FileLocale) => FilterText;

/** Formats one value of a filter. */
function formatFilterValue(field: FilterField, value: Value, locale: FileLocale): string {
  const { words, names, language } = locale;
  switch (field.kind) {
    case 'day':
      return field.as
        ? words(`table:filter.${field.as}`, { day: formatDay(String(value), language) })
        : formatDay(String(value), language);
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
const formatSelection = (ids: readonly number[], { words }: FileLocale): FilterText => [
  words('export:list'),
  words('export:part', { n: String(ids.length) }),
];

/** Filters that are not fields of a record, or have another text. A filter without a text does not compile. */
const CUSTOM_TEXTS = {
  // Tasks have numbers, requests have names.
  status: (statuses: readonly (TaskStatus | RequestStatus)[], { words }: FileLocale): FilterText => [
    words('field:status'),
    statuses
      .map((status) =>
        words(typeof status === 'number' ? `status:task.${statusName(status)}` : `status:request.${status}`),
      )
      .join(', '),
  ],
  waits_hours: (hours: number, { words }: FileLocale): FilterText => [
    words('task:field.waits_hours'),
    words('task:waitsHours', { n: String(hours) }),
  ],
  unread: (unread: boolean, { words }: FileLocale): FilterText => [
    words('field:unread'),
    words(`request:unread.${unread}`),
  ],
  text: (text: string, { words }: FileLocale): FilterText =>
    text === '' ? null : [words('table:filter.search'), text],
  job_id: (id: number, { words }: FileLocale): FilterText => [words('task:field.job'), `#${id}`],
  import_id: (_id: string, { words }: FileLocale): FilterText => [
    words('job:imports.filter'),
    words('job:imports.theseOnly'),
  ],
  scope: (scope: string, { words }: FileLocale): FilterText =>
    scope === 'all' ? null : [words('export:list'), words(`task:tab.${scope}`)],
  state: (state: string, { words }: FileLocale): FilterText => [words('export:list'), words(`redo:state.${state}`)],
  only: formatSelection,
  permission_ids: formatSelection,
  group_ids: formatSelection,
  date: (day: string, { words, language }: FileLocale): FilterText => [
    words('field:job_date'),
    formatDay(day, language),
  ],
  by: (by: QualityGrouping | WorkSpan | 'fault_kind', { words }: FileLocale): FilterText => [
    words('request:complaints.by'),
    words(getGroupingKey(by)),
  ],
  month_from: (month: string, { words }: FileLocale): FilterText => [words('dueDate:month_from'), month],
  month_to: (month: string, { words }: FileLocale): FilterText => [words('dueDate:month_to'), month],
  mine: (mine: boolean, { words }: FileLocale): FilterText =>
    mine ? [words('quality:scope'), words('quality:mine')] : null,
  sort: () => null,
  // The title of the slip has the month, and people are the rows.
  year: () => null,
  month: () => null,
  staff_id: () => null,
} satisfies Record<Exclude<FilterName, FieldFilter>, ToFilterText>;

/** Returns the word for the grouping of a report. */
function getGroupingKey(by: QualityGrouping | WorkSpan | 'fault_kind'): string {
  if (by === 'day') return 'work:groupedBy.day';
  if (by === 'month') return 'dueDate:group.month';
  return by === 'fault_kind' || by === 'customer' || by === 'category'
    ? `request:complaints.group.${by}`
    : `quality:groupedBy.${by}`;
}

/** Formats the filter of a list as text: `Khách hàng 1: Aurora Weddings`. */
export function formatFilter(filter: ExportFilter, locale: FileLocale): string[] {
  return Object.entries(filter).flatMap(([name, value]: [string, unknown]) => {
    const all = value === undefined ? [] : Array.isArray(value) ? value : [value];
    if (all.length === 0) return [];
    const filterText = hasCustomText(name)
      ? (CUSTOM_TEXTS[name] as ToFilterText)(value as never, locale)
      : formatFieldFilter(name as FieldFilter, all, locale);
    return filterText ? [`${filterText[0]}: ${filterText[1]}`] : [];
  });
}

const hasCustomText = (name: string): name is keyof typeof CUSTOM_TEXTS => name in CUSTOM_TEXTS;

function formatFieldFilter(name: FieldFilter, values: readonly unknown[], locale: FileLocale): FilterText {
  const field: FilterField = FILTERS[name];
  const { word = name } = field;
  return [
    locale.words(word.includes(':') ? word : `field:${word}`),
    values.map((value) => formatFilterValue(field, value as Value, locale)).join(', '),
  ];
}
