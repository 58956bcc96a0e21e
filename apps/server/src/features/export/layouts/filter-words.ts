import type { RequestStatus } from '@darkroom/domain/request/status';
import { statusName, type TaskStatus } from '@darkroom/domain/task/status';
import { dayInWords, type Look } from '../files/cells.ts';
import type { ExportFilter } from '../exported.ts';

/** Every field any list can be narrowed by. */
type Field = ExportFilter extends infer F ? (F extends object ? keyof F : never) : never;
type Say = (value: never, look: Look) => readonly [title: string, words: string] | null;

const people =
  (title: string) =>
  (ids: readonly number[], { names, words }: Look) =>
    [words(title), ids.map((id) => names.user(id)).join(', ')] as const;
const levels =
  (title: string, level: Parameters<Look['names']['level']>[0]) =>
  (ids: readonly number[], { names, words }: Look) =>
    [words(title), ids.map((id) => names.level(level, id)).join(', ')] as const;
const taskStatuses =
  (title: string) =>
  (statuses: readonly TaskStatus[], { words }: Look) =>
    [words(title), statuses.map((one) => words(`status:task.${statusName(one)}`)).join(', ')] as const;

const list =
  (title: string) =>
  (values: readonly string[], { words }: Look) =>
    [words(title), values.join(', ')] as const;
// The screen narrows these by itself: the file says that it holds a part of the list.
const chosen = (ids: readonly number[], { words }: Look) =>
  [words('export:list'), words('export:part', { n: String(ids.length) })] as const;

// One row for each field: a new filter that nobody put into words does not compile.
const SAY = {
  job_date_from: (day: string, { words, language }: Look) => [
    words('field:job_date'),
    words('table:filter.since', { day: dayInWords(day, language) }),
  ],
  job_date_to: (day: string, { words, language }: Look) => [
    words('field:job_date'),
    words('table:filter.until', { day: dayInWords(day, language) }),
  ],
  date_from: (day: string, { words, language }: Look) => [
    words('price:report.period'),
    words('table:filter.since', { day: dayInWords(day, language) }),
  ],
  date_to: (day: string, { words, language }: Look) => [
    words('price:report.period'),
    words('table:filter.until', { day: dayInWords(day, language) }),
  ],
  cus_id1: (id: number, { words, names }: Look) => [words('price:customer'), names.level('cus1', id)],
  cus_id0: levels('field:cus_id0', 'cus0'),
  tier: list('field:tier'),
  country: list('field:country'),
  contract_status: (status: string, { words }: Look) => [
    words('field:contract_status'),
    words(`customer:contract.${status}`),
  ],
  has_login: (has: boolean, { words }: Look) => [words('field:portal_login'), words(`customer:hasLogin.${has}`)],
  customer0_id: levels('field:cus_id0', 'cus0'),
  customer1_id: levels('field:cus_id1', 'cus1'),
  customer2_id: levels('field:customer2_id', 'cus2'),
  service_type_id: levels('field:category', 'type'),
  service_cat1_id: levels('field:category', 'cat1'),
  service_cat2_id: levels('field:category', 'cat2'),
  job_status: (statuses: readonly string[], { words }: Look) => [
    words('field:job_status'),
    statuses.map((status) => words(`status:job.${status}`)).join(', '),
  ],
  task_status: taskStatuses('job:field.task_status'),
  // Of tasks by number, of requests by name.
  status: (statuses: readonly (TaskStatus | RequestStatus)[], { words }: Look) => [
    words('field:status'),
    statuses
      .map((one) => words(typeof one === 'number' ? `status:task.${statusName(one)}` : `status:request.${one}`))
      .join(', '),
  ],
  type: (types: readonly string[], { words }: Look) => [
    words('field:type'),
    types.map((type) => words(`status:requestType.${type}`)).join(', '),
  ],
  board: (board: string, { words }: Look) => [words('field:board'), words(`status:board.${board}`)],
  created_from: (day: string, { words, language }: Look) => [
    words('field:request.created_at'),
    words('table:filter.since', { day: dayInWords(day, language) }),
  ],
  created_to: (day: string, { words, language }: Look) => [
    words('field:request.created_at'),
    words('table:filter.until', { day: dayInWords(day, language) }),
  ],
  id: (id: number, { words }: Look) => [words('field:request.id'), `#${id}`],
  workstream: (workstream: string, { words }: Look) => [words('field:workstream'), workstream],
  job_priority: (priority: string, { words, names }: Look) => [words('field:job_priority'), names.priority(priority)],
  editor: people('field:editor'),
  first_qc: people('field:first_qc'),
  second_qc: people('field:second_qc'),
  has_support: (has: boolean, { words }: Look) => [words('task:field.has_support'), words(`task:hasSupport.${has}`)],
  waits_hours: (hours: number, { words }: Look) => [
    words('task:field.waits_hours'),
    words('task:waitsHours', { n: String(hours) }),
  ],
  unpriced: (unpriced: boolean, { words }: Look) => [words('job:field.unpriced'), words(`job:unpriced.${unpriced}`)],
  enabled: (enabled: boolean, { words }: Look) => [words('field:enabled'), words(`category:enabled.${enabled}`)],
  text: (text: string, { words }: Look) => (text === '' ? null : [words('table:filter.search'), text]),
  job_id: (id: number, { words }: Look) => [words('task:field.job'), `#${id}`],
  import_id: (_id: string, { words }: Look) => [words('job:imports.filter'), words('job:imports.theseOnly')],
  scope: (scope: string, { words }: Look) =>
    scope === 'all' ? null : [words('export:list'), words(`task:tab.${scope}`)],
  state: (state: string, { words }: Look) => [words('export:list'), words(`redo:state.${state}`)],
  permission_ids: chosen,
  group_ids: chosen,
  group_id: levels('field:group_id', 'group'),
  team_id: levels('field:teams', 'team'),
  working_status: (statuses: readonly string[], { words }: Look) => [
    words('field:working_status'),
    statuses.map((one) => words(`staff:status.${one}`)).join(', '),
  ],
  active: (active: boolean, { words }: Look) => [words('field:active'), words(`staff:account.${active}`)],
  gender: (gender: string, { words }: Look) => [words('field:gender'), words(`staff:gender.${gender}`)],
  department: (names: readonly string[], { words }: Look) => [words('field:department'), names.join(', ')],
  workplace: (names: readonly string[], { words }: Look) => [words('field:workplace'), names.join(', ')],
  sort: () => null,
} satisfies Record<Field, Say>;

/** What a list was narrowed by, in words: `Khách hàng 1: Aurora Weddings`. */
export function filterInWords(filter: ExportFilter, look: Look): string[] {
  return Object.entries(filter).flatMap(([field, value]) => {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return [];
    const said = (SAY[field as Field] as Say)(value as never, look);
    return said ? [`${said[0]}: ${said[1]}`] : [];
  });
}
