import type { HistoryEntity } from '@darkroom/contract/history';
import { staffEndpoints } from '@darkroom/contract/staff';
import { teamEndpoints } from '@darkroom/contract/team';
import { statusName, TASK_STATUSES, type TaskStatus } from '@darkroom/domain/task/status';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/words/format.ts';
import { useCategories, useCustomers, useFaultKinds, usePriorityWord, useUsers } from '../../lib/session/lookups.ts';
import { query } from '../../lib/call/query.ts';
import { useMay } from '../../lib/session/session.ts';
import type { FlatNamespace } from 'i18next';

/**
 * Where the words of a record's fields stand: `job` means that its field `job_name` is called `job:field.job_name`. What is
 * not there is looked up in `history:field`. A record with a screen of its own adds a row.
 */
const NAMESPACES: Partial<Record<HistoryEntity, FlatNamespace>> = {
  service_type: 'category',
  service_cat1: 'category',
  service_cat2: 'category',
  job: 'job',
  job_detail: 'job',
  task: 'task',
  customer_price: 'price',
  customer_request: 'request',
  staff_group: 'group',
  permission: 'permission',
  cus0: 'customer',
  cus1: 'customer',
  cus2: 'customer',
  staff: 'staff',
  team: 'team',
};

/** Fields that hold an id, and of what; an entity's own stand as `entity.field`. */
const IDS: Record<string, 'user' | 'cat1' | 'cat2' | 'service_type' | 'cus0' | 'cus1' | 'cus2' | 'group' | 'team'> = {
  editor: 'user',
  first_qc: 'user',
  second_qc: 'user',
  rework_qc_1: 'user',
  rework_qc_2: 'user',
  rework_by: 'user',
  edited_by: 'user',
  qc1_by: 'user',
  qc2_by: 'user',
  processing_by: 'user',
  created_by: 'user',
  changed_by: 'user',
  leader_id: 'user',
  members: 'user',
  user_id: 'user',
  supporters: 'user',
  service_cat2_id: 'cat2',
  service_cat1_id: 'cat1',
  cat1_id: 'cat1',
  service_type_id: 'service_type',
  customer2_id: 'cus2',
  cus_id0: 'cus0',
  cus_id1: 'cus1',
  cus_id2: 'cus2',
  group_id: 'group',
  'staff.teams': 'team',
};

/** Fields whose values are words of the bureau: the key under which each value stands. */
const WORDS: Record<string, string> = {
  job_status: 'status:job',
  'customer_request.status': 'status:request',
  'customer_request.type': 'status:requestType',
  'customer_request.board': 'status:board',
  workstream: 'status:workstream',
  severity: 'status:severity',
  working_status: 'staff:status',
  gender: 'staff:gender',
  active: 'staff:account',
  screen_name: 'status:screen',
  enabled: 'history:enabled',
  locked: 'history:locked',
  permissions: 'permission:code',
  contract_status: 'customer:contract',
};

const MONEY = /price|salary|amount/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/;

const lastOf = (field: string) => field.slice(field.lastIndexOf('.') + 1);
const isStatus = (value: number): value is TaskStatus => (TASK_STATUSES as readonly number[]).includes(value);
/** `estimate_minutes` → `Estimate minutes`, for a field nobody has a word for yet. */
const plain = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

/** A record's history in the page's words: what was done, what its fields are called, how their values read. */
export function useHistoryWords(entity: HistoryEntity) {
  const namespace = NAMESPACES[entity];
  const { t, i18n } = useTranslation(['history', 'status', 'common', ...(namespace ? [namespace] : [])]);
  const name = useNames(entity === 'staff');
  const priority = usePriorityWord();
  const { day, dayTime, number, money } = useFormat();
  const faults = useFaultKinds();
  // Verbs, fields and values come from the record of what was done: the first of the keys made of them that we have words for.
  const said = (keys: (string | false | undefined)[]): string | null => {
    const key = keys.find((one) => one && i18n.exists(one));
    return key ? t(key, { defaultValue: key }) : null;
  };

  const part = (segment: string): string => {
    const word = said([namespace && `${namespace}:field.${segment}`, `history:field.${segment}`]);
    const known = faults.label(segment);
    if (known !== segment) return known;
    return word ?? (/^\d+$/.test(segment) || segment.length <= 3 ? segment : plain(segment));
  };

  const value = (field: string, of: unknown): string => {
    const last = lastOf(field);
    if (of === null || of === undefined || of === '') return t('common:nothing');
    const words = WORDS[`${entity}.${last}`] ?? WORDS[last];
    const word = words && typeof of !== 'object' && said([`${words}.${of as string}`]);
    if (word) return word;
    if (last === 'job_priority' && (of === 'Urgent' || of === 'Carefully')) return priority(of);
    if (typeof of === 'boolean') return t(of ? 'common:yes' : 'common:no');
    const id = IDS[`${entity}.${last}`] ?? IDS[last];
    if (typeof of === 'number') {
      if (id) return name[id](of);
      if (isStatus(of) && (last === 'status' || last === 'qc_from')) return t(`status:task.${statusName(of)}`);
      return MONEY.test(last) ? money(of) : number(of);
    }
    if (typeof of === 'string') {
      if (DAY.test(of)) return day(of);
      if (INSTANT.test(of)) return dayTime(of);
      // The keys of a lookup's records, as their own lines call them.
      return entity === 'metadata' && last === 'value' ? part(of) : faults.label(of);
    }
    // A member of a list with fields of its own: a supporter and the note for them.
    if (typeof of === 'object') {
      return Object.entries(of)
        .filter(([, inner]) => inner !== null && inner !== '')
        .map(([key, inner]) => value(key, inner))
        .join(' · ');
    }
    return plain(last);
  };

  return {
    /** What was done, by the verb of the call that did it. */
    done: (action: string): string => {
      const verb = lastOf(action);
      return said([namespace && `${namespace}:happened.${verb}`, `history:did.${verb}`]) ?? t('history:did.update');
    },
    /** What a field is called; parts of a value without the value. */
    label: (field: string): string => {
      const parts = field.split('.');
      return (parts.length > 1 && parts[0] === 'value' ? parts.slice(1) : parts).map(part).join(' · ');
    },
    value,
  };
}

/** What the ids of people, categories and customers are called; one that is gone reads as `#7`. */
function useNames(ofStaff: boolean): Record<(typeof IDS)[string], (id: number) => string> {
  const users = useUsers();
  const categories = useCategories();
  const customers = useCustomers();
  const may = useMay();
  const { choices } = staffEndpoints;
  const { data: groups } = useQuery({ ...query(choices, {}), enabled: ofStaff && may(choices.access) });
  const { data: teams } = useQuery({ ...query(teamEndpoints.list, {}), enabled: ofStaff });
  const of = (rows: ReadonlyMap<number, { name: string }>) => (id: number) => rows.get(id)?.name ?? `#${id}`;
  return {
    user: users.name,
    cat1: of(categories.cat1ById),
    cat2: categories.label,
    service_type: of(categories.serviceTypeById),
    cus0: of(customers.cus0ById),
    cus1: of(customers.cus1ById),
    cus2: customers.path,
    group: (id) => groups?.groups.find((group) => group.id === id)?.group_name ?? `#${id}`,
    team: (id) => teams?.results.find((team) => team.id === id)?.team_name ?? `#${id}`,
  };
}
