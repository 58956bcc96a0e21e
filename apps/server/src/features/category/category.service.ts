import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

/** The category 2 ids below any mix of service types, categories 1 and 2; null when none is named. */
export async function categories2Below(
  db: Database,
  filter: { service_type_id?: number[]; service_cat1_id?: number[]; service_cat2_id?: number[] },
): Promise<number[] | null> {
  const { service_type_id: st = [], service_cat1_id: c1 = [], service_cat2_id: c2 = [] } = filter;
  if (!st.length && !c1.length && !c2.length) return null;
  const { rows } = await sql<{ id: number }>`
    select c2.id from service_cat2 c2 join service_cat1 c1 on c1.id = c2.cat1_id
     where (${st.length === 0} or c1.service_type_id = any(${st}::int[]))
       and (${c1.length === 0} or c1.id = any(${c1}::int[]))
       and (${c2.length === 0} or c2.id = any(${c2}::int[]))`.execute(db);
  return rows.map((r) => r.id);
}
