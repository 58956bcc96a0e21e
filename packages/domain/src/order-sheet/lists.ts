import { JOB_PRIORITIES, type JobPriority } from '../job/status.ts';
import { foldForSearch } from '../text/fold.ts';
import { createNameTree, type NameTree } from './names.ts';

/** Customers in the form of the contract's `customer.list`. */
export interface CustomerLists {
  readonly cus0_list: readonly { readonly id: number; readonly name: string }[];
  readonly cus1_list: readonly { readonly id: number; readonly cus_id0: number; readonly name: string }[];
  readonly cus2_list: readonly { readonly id: number; readonly cus_id1: number; readonly name: string }[];
}

/** Categories in the form of the contract's `category.list`. */
export interface CategoryLists {
  readonly service_type: Readonly<Record<string, { readonly id: number; readonly name: string }>>;
  readonly cat1: Readonly<
    Record<string, { readonly id: number; readonly name: string; readonly service_type_id: number }>
  >;
  readonly cat2: Readonly<
    Record<
      string,
      {
        readonly id: number;
        readonly name: string;
        readonly enabled: boolean;
        readonly cat1: { readonly id: number; readonly name: string };
      }
    >
  >;
}

/** The bureau's words for a priority (metadata JOB_TASK, `priorities`). */
export interface PriorityWords {
  readonly key: JobPriority;
  readonly vi: string;
  readonly en: string;
}

/** A customer 2 with the names of its path. */
export interface KnownCustomer {
  readonly customer2_id: number;
  readonly names: readonly [cus0: string, cus1: string, cus2: string];
}

/** A category 2 with the names of its path. */
export interface KnownCategory {
  readonly service_cat1_id: number;
  readonly service_cat2_id: number;
  readonly enabled: boolean;
  readonly names: readonly [service_type: string, cat1: string, cat2: string];
}

/** The bureau's customers and catalogue, indexed by name. Rebuilt when a list changes. */
export interface OrderLists {
  readonly customers: readonly KnownCustomer[];
  readonly categories: readonly KnownCategory[];
  readonly customerTree: NameTree<KnownCustomer>;
  readonly categoryTree: NameTree<KnownCategory>;
  /** Priority by its word without marks and case. Null means ordinary work. */
  readonly priorities: ReadonlyMap<string, JobPriority | null>;
}

export function createOrderLists(
  customers: CustomerLists,
  categories: CategoryLists,
  bureauWords: readonly PriorityWords[] = [],
): OrderLists {
  const knownCustomers = toKnownCustomers(customers);
  const knownCategories = toKnownCategories(categories);
  return {
    customers: knownCustomers,
    categories: knownCategories,
    customerTree: createNameTree(knownCustomers.map((record) => ({ record, path: record.names }))),
    categoryTree: createNameTree(knownCategories.map((record) => ({ record, path: record.names }))),
    priorities: indexPriorityWords(bureauWords),
  };
}

/** Usual words for priorities in addition to their keys, without marks. */
const DEFAULT_WORDS: readonly (readonly [JobPriority | null, readonly string[]])[] = [
  ['Urgent', ['gap', 'khan', 'khan cap', 'rush']],
  ['Carefully', ['careful', 'can than', 'ky', 'lam ky']],
  [null, ['-', 'normal', 'none', 'thuong', 'binh thuong']],
];

/** Indexes the words for priorities. Keys of the specification take precedence over the bureau's words, and those over the usual words. */
function indexPriorityWords(bureauWords: readonly PriorityWords[]): ReadonlyMap<string, JobPriority | null> {
  const words = new Map<string, JobPriority | null>([['', null]]);
  const addWord = (word: string, meaning: JobPriority | null) => {
    const folded = foldForSearch(word);
    if (!words.has(folded)) words.set(folded, meaning);
  };
  for (const key of JOB_PRIORITIES) addWord(key, key);
  for (const { key, vi, en } of bureauWords) for (const word of [vi, en]) addWord(word, key);
  for (const [meaning, defaultWords] of DEFAULT_WORDS) for (const word of defaultWords) addWord(word, meaning);
  return words;
}

function toKnownCustomers(lists: CustomerLists): KnownCustomer[] {
  const cus0 = new Map(lists.cus0_list.map((c) => [c.id, c]));
  const cus1 = new Map(lists.cus1_list.map((c) => [c.id, c]));
  return lists.cus2_list.map((c) => {
    const parent = cus1.get(c.cus_id1);
    return { customer2_id: c.id, names: [cus0.get(parent?.cus_id0 ?? 0)?.name ?? '', parent?.name ?? '', c.name] };
  });
}

function toKnownCategories(lists: CategoryLists): KnownCategory[] {
  const serviceTypes = new Map(Object.values(lists.service_type).map((s) => [s.id, s.name]));
  const cat1 = new Map(Object.values(lists.cat1).map((c) => [c.id, c]));
  return Object.values(lists.cat2).map((c) => ({
    service_cat1_id: c.cat1.id,
    service_cat2_id: c.id,
    enabled: c.enabled,
    names: [serviceTypes.get(cat1.get(c.cat1.id)?.service_type_id ?? 0) ?? '', c.cat1.name, c.name],
  }));
}
