import type { Workstream } from '@darkroom/domain/customer/enums';
import { round3 } from '@darkroom/domain/money/money';
import catalogueText from '../../../../../data/catalogue.csv?raw';
import type { Database } from '@darkroom/server/db/connect';
import { buildCat1, buildCategory, buildServiceType } from '@darkroom/server/testing/factories/catalogue';
import { insertRows } from '@darkroom/server/db/insert-rows';
import { readTable } from './read-table.ts';
import type { Random } from '../random.ts';

/** A category 2 with the names that orders use. */
export interface Category {
  id: number;
  cat1_id: number;
  service_type: string;
  workstream: Workstream;
  estimate_minutes: number;
  retail: number;
}

export interface Price {
  cus_id1: number;
  service_cat2_id: number;
  retail_price: number;
  wholesale_price: number;
  estimate_minutes: number;
  visible: boolean;
  enabled: boolean;
}

/** Adds the bureau's catalogue from data/catalogue.csv. */
export async function seedCatalogue(db: Database): Promise<Category[]> {
  const types = new Map<string, number>();
  const cat1s = new Map<string, number>();
  const categories: Category[] = [];
  for (const row of readTable(catalogueText)) {
    const [service_type = '', stream, cat1 = '', cat2 = '', level, minutes, retail] = row;
    const workstream: Workstream = stream === 'OTS' ? 'OTS' : 'PTE';
    const type_id = types.get(service_type) ?? (await buildServiceType(db, { name: service_type, workstream })).id;
    types.set(service_type, type_id);
    const key = `${service_type}.${cat1}`;
    const cat1_id = cat1s.get(key) ?? (await buildCat1(db, { name: cat1, service_type_id: type_id })).id;
    cat1s.set(key, cat1_id);
    const estimate_minutes = Number(minutes);
    const { id } = await buildCategory(db, { name: cat2, cat1_id, level: Number(level), estimate_minutes });
    categories.push({ id, cat1_id, service_type, workstream, estimate_minutes, retail: Number(retail) });
  }
  return categories;
}

/** One of this number of prices has a wholesale price above its retail price. */
const PRICE_ERROR_INTERVAL = 70;

/**
 * Adds the prices of each customer: the catalogue's price with some variation, and about four fifths of it as wholesale
 * price. Some are missing, off or hidden in the portal.
 */
export async function seedPrices(
  db: Database,
  { cus1, categories, random }: { cus1: readonly number[]; categories: readonly Category[]; random: Random },
): Promise<Price[]> {
  const prices = cus1.flatMap((cus_id1) => {
    const agreedShare = random.int(-6, 6) / 100;
    return categories.flatMap((category): Price[] => {
      if (random.chance(0.05)) return [];
      const retail_price = round3(category.retail * (1 + agreedShare + random.int(-30, 30) / 1000));
      return [
        {
          cus_id1,
          service_cat2_id: category.id,
          retail_price,
          wholesale_price: round3((retail_price * random.int(76, 84)) / 100),
          estimate_minutes: Math.max(1, Math.round(category.estimate_minutes * (1 + random.int(-10, 15) / 100))),
          visible: !random.chance(0.05),
          enabled: !random.chance(0.04),
        },
      ];
    });
  });
  // Deliberate mistakes that the warning of the price list finds. Orders do not use these prices.
  for (const price of prices.filter((_price, index) => index % PRICE_ERROR_INTERVAL === PRICE_ERROR_INTERVAL - 1)) {
    price.wholesale_price = round3(price.retail_price * 1.1);
  }
  await insertRows(
    db,
    'customer_price',
    ['cus_id1', 'service_cat2_id', 'retail_price', 'wholesale_price', 'estimate_minutes', 'visible', 'enabled'],
    prices,
  );
  return prices;
}
