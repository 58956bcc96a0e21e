import { categoryEndpoints } from '@darkroom/contract/category';
import { customerTreeEndpoints } from '@darkroom/contract/customer/customer';
import type { Endpoint, InputOf, OutputOf } from '@darkroom/contract/endpoint';
import type { Job } from '@darkroom/contract/job/job';
import { faultKind, METADATA_SHAPES, priorityLabel, settingEndpoints } from '@darkroom/contract/setting';
import { userEndpoints } from '@darkroom/contract/user/user';
import { can, type Subject } from '@darkroom/domain/permission/access';
import type { Actor } from '@darkroom/domain/task/decide';
import { compareText } from '@darkroom/domain/text/order';
import { useQuery, type QueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from '../i18n/use-translation.tsx';
import { z } from 'zod';
import { query } from '../api/query.ts';
import { useCan } from './session.ts';

/** Fetches names of records, for users with access. A customer's page does not fetch data of the bureau. */
function useLookup<E extends Endpoint>(endpoint: E, input: InputOf<E>, isNeeded = true) {
  const can = useCan();
  return useQuery({ ...query(endpoint, input), enabled: isNeeded && can(endpoint.access) });
}

/** Fetches early the names that nearly every list shows. */
export function prefetchLookups(client: QueryClient, actor: Actor): void {
  const read = <E extends Endpoint>(endpoint: E, input: InputOf<E>) =>
    can(actor, endpoint.access) && void client.prefetchQuery(query(endpoint, input));
  read(userEndpoints.list, {});
  read(settingEndpoints.metadata, { data_type: 'JOB_TASK' });
  read(categoryEndpoints.list, {});
  read(customerTreeEndpoints.list, {});
  // The days off, for all due dates.
  read(settingEndpoints.metadata, { data_type: 'ALLOWANCE' });
}

/** Derives a value from a response once for all callers, because hundreds of rows use it. */
function deriveOnce<D extends object, T>(derive: (data: D | undefined) => T): (data: D | undefined) => T {
  const derived = new WeakMap<D, T>();
  let emptyResult: { value: T } | undefined;
  return (data) => {
    if (!data) return (emptyResult ??= { value: derive(undefined) }).value;
    if (!derived.has(data)) derived.set(data, derive(data));
    return derived.get(data) as T;
  };
}

type FaultKind = z.output<typeof faultKind>;

const byId = <T extends { id: number }>(rows: readonly T[]): ReadonlyMap<number, T> =>
  new Map(rows.map((row) => [row.id, row]));

const byName = (a: { name: string }, b: { name: string }) => compareText(a.name, b.name);

export type Colleague = OutputOf<typeof userEndpoints.list>[string];

/** Converts a colleague to a subject of the rules. */
export const toSubject = ({ is_superuser, permissions }: Colleague): Subject => ({
  account: 'staff',
  is_superuser,
  permissions: new Set(permissions),
});

const ANYBODY: Subject = { account: 'staff', is_superuser: true, permissions: new Set() };

const toUsers = deriveOnce((data: OutputOf<typeof userEndpoints.list> | undefined) => {
  const all = byId(Object.values(data ?? {}));
  const active = [...all.values()]
    .filter((user) => user.active)
    .toSorted((a, b) => compareText(a.full_name, b.full_name));
  const subjects = new Map<Colleague, Subject>();
  return {
    byId: all,
    /** Only active members can be found by name (spec §3). */
    active,
    /** Members who can receive work today: not on leave, and between their first and last day. */
    atWork: active.filter((user) => !user.is_away),
    /** Returns a member as the rules need them. While no members are loaded, everyone passes. */
    worker: (id: number): Subject | null => {
      const user = all.get(id);
      if (!user?.active) return data ? null : ANYBODY;
      if (!subjects.has(user)) subjects.set(user, toSubject(user));
      return subjects.get(user)!;
    },
    name: (id: number | null | undefined): string => (id ? (all.get(id)?.username ?? `#${id}`) : ''),
    fullName: (id: number | null | undefined): string => (id ? (all.get(id)?.full_name ?? `#${id}`) : ''),
  };
});

/** Returns the names of members. A failed request shows no error (spec §8): unknown ids read as `#7`. */
export const useUsers = () => toUsers(useLookup(userEndpoints.list, {}).data);

const toCategories = deriveOnce((data: OutputOf<typeof categoryEndpoints.list> | undefined) => {
  const serviceTypes = Object.values(data?.service_type ?? {}).sort(byName);
  const cat1 = Object.values(data?.cat1 ?? {}).sort(byName);
  const cat2 = Object.values(data?.cat2 ?? {}).sort((a, b) => a.level - b.level || byName(a, b));
  const cat2ById = byId(cat2);
  return {
    serviceTypes,
    cat1,
    cat2,
    serviceTypeById: byId(serviceTypes),
    cat1ById: byId(cat1),
    cat2ById,
    /** Returns the label of a category: `Portrait / Skin retouch`. */
    label: (cat2Id: number | null | undefined): string => {
      const row = cat2Id ? cat2ById.get(cat2Id) : undefined;
      return row ? `${row.cat1.name} / ${row.name}` : cat2Id ? `#${cat2Id}` : '';
    },
  };
});

/** Returns the bureau's catalogue. Empty after a failed request (spec §8). */
export const useCategories = () => toCategories(useLookup(categoryEndpoints.list, {}).data);

const toCustomers = deriveOnce((data: OutputOf<typeof customerTreeEndpoints.list> | undefined) => {
  const cus0 = data?.cus0_list ?? [];
  const cus1 = data?.cus1_list ?? [];
  const cus2 = data?.cus2_list ?? [];
  const [cus0ById, cus1ById, cus2ById] = [byId(cus0), byId(cus1), byId(cus2)];
  const levels = (cus2Id: number | null | undefined) => {
    const low = cus2Id ? cus2ById.get(cus2Id) : undefined;
    const middle = low && cus1ById.get(low.cus_id1);
    const top = middle && cus0ById.get(middle.cus_id0);
    return { cus0: top, cus1: middle, cus2: low };
  };
  return {
    cus0,
    cus1,
    cus2,
    cus0ById,
    cus1ById,
    cus2ById,
    levels,
    /** Returns the path of a customer: `Top › Middle › Low`. */
    path: (cus2Id: number | null | undefined): string => {
      const { cus0: top, cus1: middle, cus2: low } = levels(cus2Id);
      if (!low) return cus2Id ? `#${cus2Id}` : '';
      return [top?.name, middle?.name, low.name].filter(Boolean).join(' › ');
    },
  };
});

/** Returns the customer hierarchy. Empty after a failed request (spec §8). */
export const useCustomers = () => toCustomers(useLookup(customerTreeEndpoints.list, {}).data);

const ONLY_X1 = { x1: true, x2: false, x3: false };

/**
 * Returns the quantities (x1, x2, x3) that the bureau uses. Only x1 until the setting is loaded with the page, because most bureaus use no
 * other.
 */
export const useXToggle = (): OutputOf<typeof settingEndpoints.xToggle> =>
  useLookup(settingEndpoints.xToggle, {}).data ?? ONLY_X1;

const faultKinds = z.array(faultKind);

/** Returns the fault types for QC, in the page's language and in the order of the digit keys. */
export function useFaultKinds() {
  const { data } = useLookup(settingEndpoints.metadata, { data_type: 'JOB_TASK' });
  const { i18n } = useTranslation();
  const language = i18n.resolvedLanguage === 'vi' ? 'vi' : 'en';
  return useMemo(() => {
    const row = data?.results.find((entry) => entry.key === 'fault_kinds');
    const parsed = faultKinds.safeParse(row?.value);
    const kinds: readonly FaultKind[] = parsed.success ? parsed.data : [];
    const labels = new Map(kinds.map((kind) => [kind.key, kind[language]]));
    return {
      kinds: kinds.map((kind) => ({ ...kind, label: kind[language] })),
      label: (key: string): string => labels.get(key) ?? key,
    };
  }, [data, language]);
}

type Priority = NonNullable<Job['job_priority']>;
const priorityLabels = z.array(priorityLabel);

/** Returns the bureau's setting for a key of JOB_TASK. Undefined until loaded. */
export function useJobTaskSetting<K extends 'currency' | 'display'>(key: K, enabled = true) {
  const { data } = useLookup(settingEndpoints.metadata, { data_type: 'JOB_TASK' }, enabled);
  return useMemo(() => {
    const shape = METADATA_SHAPES.JOB_TASK[key];
    return shape.safeParse(data?.results.find((entry) => entry.key === key)?.value).data as
      | z.output<typeof shape>
      | undefined;
  }, [data, key]);
}

/** Returns a function that adds the currency of the amounts to a label: `Unit price (USD)`. */
export function useCurrencyLabel(): (label: string) => string {
  const currency = useJobTaskSetting('currency');
  return useCallback((label) => (currency ? `${label} (${currency})` : label), [currency]);
}

const toPriorities = deriveOnce(
  (data: OutputOf<typeof settingEndpoints.metadata> | undefined) =>
    priorityLabels.safeParse(data?.results.find((entry) => entry.key === 'priorities')?.value).data ?? [],
);

/** Returns the bureau's words for job priorities, in both languages. Empty until loaded. */
export function usePriorities() {
  const { data, isPending } = useLookup(settingEndpoints.metadata, { data_type: 'JOB_TASK' });
  const labels = toPriorities(data);
  return useMemo(() => ({ labels, isPending }), [labels, isPending]);
}

/** Returns a function that finds the bureau's word for a job's priority, in the page's language. The specification's word until loaded. */
export function usePriorityLabel(): (priority: Priority) => string {
  const { labels } = usePriorities();
  const { t, i18n } = useTranslation('status');
  const language = i18n.resolvedLanguage === 'vi' ? 'vi' : 'en';
  return useMemo(() => {
    const words = new Map(labels.map((label) => [label.key, label[language]]));
    return (priority) => words.get(priority) ?? t(`priority.${priority}`);
  }, [labels, language, t]);
}
