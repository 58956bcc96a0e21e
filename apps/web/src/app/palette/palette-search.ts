import { customerEndpoints } from '@darkroom/contract/customer/customer';
import type { Endpoint, InputOf } from '@darkroom/contract/endpoint';
import { jobEndpoints } from '@darkroom/contract/job/job';
import { requestEndpoints } from '@darkroom/contract/request/request';
import { staffEndpoints } from '@darkroom/contract/staff/staff';
import { taskEndpoints } from '@darkroom/contract/task/task';
import { readTaskNumber } from '@darkroom/contract/fields';
import { statusName } from '@darkroom/domain/task/status';
import { foldForSearch } from '@darkroom/domain/text/fold';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../lib/i18n/format.ts';
import { useCustomers, useUsers } from '../../lib/session/lookups.ts';
import { query } from '../../lib/api/query.ts';
import { useCan } from '../../lib/session/session.ts';
import type { FoundRecord } from './palette-entries.ts';
import { scoreMatch, type Group } from './palette-rank.ts';

const SEARCH_AFTER_MS = 200;
const MIN_SEARCH_LENGTH = 2;
const MAX_OF_A_KIND = 6;

type State = 'idle' | 'searching' | 'failed';

/** Combines the states of several searches. "Searching" takes precedence over "failed". */
const combineStates = (searches: readonly { state: State }[]): State =>
  (['searching', 'failed'] as const).find((item) => searches.some(({ state }) => state === item)) ?? 'idle';

/**
 * Finds records with the text in their number or name, by kind. Jobs, tasks and requests come from their own lists, which check visibility.
 */
export function useRecords(text: string): { groups: Group<FoundRecord>[]; state: State } {
  const { t } = useTranslation(['status', 'menu']);
  const { day } = useFormat();
  const jobs = useServerSearch(jobEndpoints.list, text);
  const tasks = useTasks(text);
  const requests = useServerSearch(requestEndpoints.list, text);
  const customers = useCustomerEntries(text);
  const people = usePeopleEntries(text);
  const groups = useMemo(
    (): Group<FoundRecord>[] => [
      {
        name: 'jobs',
        entries: (jobs.data?.results ?? []).map((job) => ({
          key: `job-${job.job_id}`,
          label: `${job.prod_id} · ${job.job_name}`,
          note: day(job.job_date),
          names: [job.prod_id, job.job_name],
          to: '/job',
          search: { job_id: job.job_id, open: job.job_id },
        })),
      },
      {
        name: 'tasks',
        entries: tasks.rows.map((task) => ({
          key: `task-${task.task_id}`,
          label: `${task.sub_prod_id} #${task.task_id} · ${task.job_name}`,
          note: t(`status:task.${statusName(task.status)}`),
          names: [task.sub_prod_id, task.job_name, `#${task.task_id}`, String(task.task_id)],
          to: '/job/task',
          search: { task: task.task_id },
        })),
      },
      { name: 'customers', entries: customers },
      { name: 'people', entries: people },
      {
        name: 'requests',
        entries: (requests.data?.results ?? []).map((request) => ({
          key: `request-${request.id}`,
          label: request.subject,
          note: t(`status:request.${request.status}`),
          names: [request.subject],
          to: '/customer/requests',
          search: { request: request.id },
        })),
      },
    ],
    [jobs.data, tasks.rows, requests.data, customers, people, day, t],
  );
  const searches = [jobs, tasks, requests];
  return { groups, state: combineStates(searches) };
}

/**
 * Finds the first tasks with this text. The task with a typed number has its own search, because many other matches can fill the first
 * page.
 */
function useTasks(text: string) {
  const number = isSearch(text) ? readTaskNumber(text) : null;
  const found = useServerSearch(taskEndpoints.list, text);
  const numberMatches = useServerSearch(taskEndpoints.list, number === null ? '' : `#${number}`);
  const rows = useMemo(() => {
    const numberedTask = numberMatches.data?.results.find(({ task_id }) => task_id === number);
    const others = found.data?.results.filter(({ task_id }) => task_id !== numberedTask?.task_id) ?? [];
    return [...(numberedTask ? [numberedTask] : []), ...others].slice(0, MAX_OF_A_KIND);
  }, [found.data, numberMatches.data, number]);
  return { rows, state: combineStates([found, numberMatches]) };
}

/** Finds the first rows of a list with this text. The search waits for a pause in typing, and the next key aborts it. */
function useServerSearch<E extends Endpoint>(endpoint: E, text: string) {
  const can = useCan();
  const searchText = text.trim();
  const debounced = useDebounced(searchText, SEARCH_AFTER_MS);
  const allowed = can(endpoint.access);
  const enabled = allowed && isSearch(debounced);
  const input = { text: debounced.slice(0, 100), page_size: MAX_OF_A_KIND } as InputOf<E>;
  const { data, isFetching, isError } = useQuery({
    ...query(endpoint, input),
    enabled,
    placeholderData: keepPreviousData,
  });
  const searching = (enabled && isFetching) || (allowed && isSearch(searchText) && searchText !== debounced);
  const state: State = searching ? 'searching' : enabled && isError ? 'failed' : 'idle';
  return { data: enabled ? data : undefined, state };
}

const isSearch = (text: string) => foldForSearch(text).length >= MIN_SEARCH_LENGTH;

const findBest = (found: readonly FoundRecord[], text: string): FoundRecord[] =>
  found
    .map((entry) => ({ entry, score: scoreMatch([...entry.names, entry.names.join(' ')], text) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_OF_A_KIND)
    .map(({ entry }) => entry);

/** Finds customers of every level. Each entry opens its customer 1. */
function useCustomerEntries(text: string): FoundRecord[] {
  const can = useCan();
  const { t } = useTranslation('menu');
  const { cus0, cus1, cus2, cus0ById, cus1ById } = useCustomers();
  const allowed = can(customerEndpoints.detailList.access);
  return useMemo(() => {
    if (!allowed || !isSearch(text)) return [];
    const to = '/customer/details';
    const all: FoundRecord[] = [
      ...cus0.map(({ id, name }) => ({
        key: `cus0-${id}`,
        label: name,
        note: t('palette.level', { n: 0 }),
        names: [name],
        to,
        search: { cus_id0: [id] },
      })),
      ...cus1.map(({ id, name, cus_id0 }) => ({
        key: `cus1-${id}`,
        label: name,
        note: cus0ById.get(cus_id0)?.name ?? '',
        names: [name],
        to,
        search: { cus_id1: id, open: [id] },
      })),
      ...cus2.map(({ id, name, cus_id1 }) => ({
        key: `cus2-${id}`,
        label: name,
        note: cus1ById.get(cus_id1)?.name ?? '',
        names: [name],
        to,
        search: { cus_id1, open: [cus_id1] },
      })),
    ];
    return findBest(all, text);
  }, [allowed, text, cus0, cus1, cus2, cus0ById, cus1ById, t]);
}

/** Finds members by name and username. */
function usePeopleEntries(text: string): FoundRecord[] {
  const can = useCan();
  const { active } = useUsers();
  const allowed = can(staffEndpoints.list.access);
  return useMemo(() => {
    if (!allowed || !isSearch(text)) return [];
    const all = active.map(({ id, username, full_name }) => ({
      key: `person-${id}`,
      label: full_name,
      note: username,
      names: [full_name, username],
      to: '/staff/member',
      search: { member: id },
    }));
    return findBest(all, text);
  }, [allowed, text, active]);
}

function useDebounced(value: string, afterMs: number): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return debounced;
}
