import type { ExportLanguage } from '@darkroom/contract/fields';
import type { Database } from '../../../db/connect.ts';
import { readFaultTypeNames, readPriorityNames } from '../../setting/setting.service.ts';
import {
  findStaffUsernames,
  findCategories,
  findCustomers,
  findGroupsAndTeams,
  type CategoryPath,
  type CustomerPath,
  type WithLevel,
} from '../export.queries.ts';
import { getTranslate } from '../../../translate.ts';

/** Names for ids. An unknown id is `#7`, and so is a customer's account, as on the screens. */
export interface Names {
  readonly user: (id: number | null) => string | null;
  readonly customer: (customer2_id: number) => CustomerPath;
  readonly category: (service_cat2_id: number) => CategoryPath & WithLevel;
  readonly fault: (key: string) => string;
  readonly priority: (key: string) => string;
  /** Returns names of records of a level, for the filter in a heading. */
  readonly level: (level: keyof CustomerPath | keyof CategoryPath | 'group' | 'team', id: number) => string;
}

/** Reads all names at once. A bureau has hundreds of names, and a list has thousands of rows. */
export async function readNames(db: Database, language: ExportLanguage): Promise<Names> {
  const accounts = await findStaffUsernames(db);
  const customers = await findCustomers(db);
  const categories = await findCategories(db);
  const faults = await readFaultTypeNames(db, language);
  const priorities = await readPriorityNames(db, language);
  const words = getTranslate(language);
  const levels = new Map<string, string>();
  for (const { cus0, cus1, cus2, ...ids } of customers.values()) {
    levels.set(`cus0 ${ids.cus0_id}`, cus0);
    levels.set(`cus1 ${ids.cus1_id}`, `${cus0} › ${cus1}`);
    levels.set(`cus2 ${ids.cus2_id}`, `${cus0} › ${cus1} › ${cus2}`);
  }
  for (const { type, cat1, cat2, ...ids } of categories.values()) {
    levels.set(`type ${ids.type_id}`, type);
    levels.set(`cat1 ${ids.cat1_id}`, cat1);
    levels.set(`cat2 ${ids.cat2_id}`, `${cat1} / ${cat2}`);
  }
  for (const { kind, id, name } of await findGroupsAndTeams(db)) levels.set(`${kind} ${id}`, name);
  return {
    user: (id) => {
      if (id === null) return null;
      const username = accounts.get(id);
      return username === null ? words('common:customerAccount', { id: String(id) }) : (username ?? `#${id}`);
    },
    customer: (id) => customers.get(id) ?? { cus0: '', cus1: '', cus2: `#${id}` },
    category: (id) => categories.get(id) ?? { type: '', cat1: '', cat2: `#${id}`, level: null },
    fault: (key) => faults.get(key) ?? key,
    priority: (key) => priorities.get(key) ?? words(`status:priority.${key}`),
    level: (level, id) => levels.get(`${level} ${id}`) ?? `#${id}`,
  };
}
