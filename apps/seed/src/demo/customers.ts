import { foldForSearch } from '@darkroom/domain/text/fold';
import { addDays, type Day } from '@darkroom/domain/calendar/day';
import type { CustomerTier } from '@darkroom/domain/customer/enums';
import customersText from '../../../../data/customers.csv?raw';
import type { Database } from '@darkroom/server/db/connect';
import { buildCus0, buildCus1, buildCustomer } from '@darkroom/server/testing/factories/customers';
import { buildCustomerAccount } from '@darkroom/server/testing/factories/people';
import type { Random } from './random.ts';
import { readTable } from './tables/read-table.ts';

/** A customer 2 with the names that orders use. */
export interface DemoClient {
  id: number;
  cus_id1: number;
  cus0: string;
}

export interface Clients {
  cus2: DemoClient[];
  /** Ids by name, of customers with a portal login. */
  cus0: Map<string, number>;
  cus1: Map<string, number>;
}

type Address = readonly [
  company: string,
  street: string,
  city: string,
  state: string,
  post_code: string,
  country: string,
  tier: CustomerTier,
];

const ADDRESSES: Readonly<Record<string, Address>> = {
  'Lumen Sydney': ['Lumen Media Pty Ltd', '12 Albion St', 'Surry Hills', 'NSW', '2010', 'Australia', 'Platinum'],
  'Lumen Brisbane': ['Lumen Media QLD Pty Ltd', '40 Eagle St', 'Brisbane', 'QLD', '4000', 'Australia', 'Gold'],
  'North Light Oslo': ['North Light AS', 'Karl Johans gate 21', 'Oslo', 'Oslo', '0159', 'Norway', 'Gold'],
  'North Light Malmö': ['North Light AB', 'Stortorget 9', 'Malmö', 'Skåne', '211 22', 'Sweden', 'Silver'],
  'Trần Sài Gòn': ['Trần & Partners', '45 Lê Lợi', 'TP. Hồ Chí Minh', 'Quận 1', '700000', 'Việt Nam', 'Gold'],
  'Trần Đà Nẵng': ['Trần & Partners', '8 Bạch Đằng', 'Đà Nẵng', 'Hải Châu', '550000', 'Việt Nam', 'Silver'],
  'PixelCart Fashion': ['PixelCart Inc.', '77 Mercer St', 'New York', 'NY', '10012', 'USA', 'Platinum'],
  'PixelCart Home': ['PixelCart Inc.', '77 Mercer St', 'New York', 'NY', '10012', 'USA', 'Gold'],
  'Clairefontaine Paris': [
    'Maison Clairefontaine',
    '40 rue du Bac',
    'Paris',
    'Île-de-France',
    '75007',
    'France',
    'Silver',
  ],
  'Archive Nord Digital': ['Archive Nord e.V.', 'Speersort 1', 'Hamburg', 'Hamburg', '20095', 'Germany', 'Bronze'],
};

/** Adds the customers of data/customers.csv, each customer 1 with its detail record. */
export async function seedCustomers(db: Database, { today, random }: { today: Day; random: Random }): Promise<Clients> {
  const clients: Clients = { cus2: [], cus0: new Map(), cus1: new Map() };
  for (const [cus0 = '', cus1 = '', cus2 = ''] of readTable(customersText)) {
    const cus_id0 = clients.cus0.get(cus0) ?? (await buildCus0(db, { name: cus0 })).id;
    clients.cus0.set(cus0, cus_id0);
    const cus_id1 =
      clients.cus1.get(cus1) ?? (await buildCus1(db, { name: cus1, cus_id0, ...detailRecord(cus1, today, random) })).id;
    clients.cus1.set(cus1, cus_id1);
    const { id } = await buildCustomer(db, { name: cus2, cus_id1 });
    clients.cus2.push({ id, cus_id1, cus0 });
  }
  return clients;
}

function detailRecord(cus1: string, today: Day, random: Random) {
  const [company_name, street_name, city, state, post_code, country, tier] = ADDRESSES[cus1] ?? [];
  return {
    company_name,
    street_name,
    city,
    state,
    post_code,
    country,
    tier,
    payment_plan: random.pick(['Monthly, 14 days', 'Monthly, 30 days', 'Weekly', 'Prepaid']),
    join_date: addDays(today, -random.int(120, 1800)),
    contract_status: random.chance(0.85) ? 'Signed' : 'Unsigned',
    billing_email: `billing@${toPlainName(cus1)}.example`,
    pay_to: random.pick(['Vietcombank', 'Wise', 'PayPal']),
  };
}

/** Adds a portal login for every customer 1 and every customer 0: `customer.lumen-sydney`, `customer0.lumen`. */
export async function seedPortalAccounts(
  db: Database,
  clients: Clients,
  { password_hash }: { password_hash: string },
): Promise<void> {
  for (const [name, cus_id1] of clients.cus1)
    await buildCustomerAccount(db, { username: makeLogin.cus1(name), full_name: name, cus_id1, password_hash });
  for (const [name, cus_id0] of clients.cus0)
    await buildCustomerAccount(db, { username: makeLogin.cus0(name), full_name: name, cus_id0, password_hash });
}

const makeLogin = {
  cus0: (name: string) => `customer0.${toPlainName(name).split('-')[0] ?? ''}`,
  cus1: (name: string) => `customer.${toPlainName(name)}`,
};

export const listPortalUsernames = (): string[] =>
  readTable(customersText).flatMap(([cus0 = '', cus1 = '']) => [makeLogin.cus0(cus0), makeLogin.cus1(cus1)]);

/** Returns a name in the form of a URL: without diacritics and spaces. */
const toPlainName = (name: string): string => foldForSearch(name).replace(/[^a-z0-9]+/g, '-');
