import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

export const listServiceTypes = (db: Database) =>
  sql<{ id: number; name: string; workstream: 'OTS' | 'PTE' }>`
    select id, name, workstream from service_type order by id`.execute(db);

export const listCat1 = (db: Database) =>
  db.selectFrom('service_cat1').select(['id', 'name', 'service_type_id']).orderBy('id').execute();

export const listCat2 = (db: Database) =>
  db
    .selectFrom('service_cat2 as c2')
    .innerJoin('service_cat1 as c1', 'c1.id', 'c2.cat1_id')
    .select([
      'c2.id',
      'c2.name',
      'c2.enabled',
      'c2.level',
      'c2.estimate_minutes',
      'c1.id as cat1_id',
      'c1.name as cat1_name',
    ])
    .orderBy('c2.id')
    .execute();
