import type { Workstream } from '@darkroom/domain/customer/enums';
import type { Insertable, Selectable } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { ServiceCat1, ServiceCat2, ServiceType } from '../../db/types.ts';
import { takeRunningNumber } from './running-number.ts';

/** Creates a service type, by default of PTE. */
export const buildServiceType = (
  db: Database,
  fields: Partial<Insertable<ServiceType>> = {},
): Promise<Selectable<ServiceType>> =>
  db
    .insertInto('service_type')
    .values({ name: `Service ${takeRunningNumber()}`, workstream: 'PTE', ...fields })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Creates a category 1, below a new service type of that workstream unless one is given. */
export async function buildCat1(
  db: Database,
  { workstream, ...fields }: Partial<Insertable<ServiceCat1>> & { workstream?: Workstream } = {},
): Promise<Selectable<ServiceCat1>> {
  const service_type_id = fields.service_type_id ?? (await buildServiceType(db, workstream ? { workstream } : {})).id;
  return db
    .insertInto('service_cat1')
    .values({ name: `Category ${takeRunningNumber()}`, ...fields, service_type_id })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Creates a category 2 with its parents, which a job detail can order. */
export async function buildCategory(
  db: Database,
  { workstream, ...fields }: Partial<Insertable<ServiceCat2>> & { workstream?: Workstream } = {},
): Promise<Selectable<ServiceCat2>> {
  const cat1_id = fields.cat1_id ?? (await buildCat1(db, workstream ? { workstream } : {})).id;
  return db
    .insertInto('service_cat2')
    .values({ name: `Level ${takeRunningNumber()}`, level: 1, estimate_minutes: 10, ...fields, cat1_id })
    .returningAll()
    .executeTakeFirstOrThrow();
}
