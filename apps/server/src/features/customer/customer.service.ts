import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

/** The customer 2 ids below any mix of levels; null when no level is named: no filter. */
export async function customers2Below(
  db: Database,
  filter: { customer0_id?: number[]; customer1_id?: number[]; customer2_id?: number[] },
): Promise<number[] | null> {
  const { customer0_id: c0 = [], customer1_id: c1 = [], customer2_id: c2 = [] } = filter;
  if (!c0.length && !c1.length && !c2.length) return null;
  const { rows } = await sql<{ id: number }>`
    select c2.id from cus2 c2 join cus1 c1 on c1.id = c2.cus_id1
     where (${c0.length === 0} or c1.cus_id0 = any(${c0}::int[]))
       and (${c1.length === 0} or c1.id = any(${c1}::int[]))
       and (${c2.length === 0} or c2.id = any(${c2}::int[]))`.execute(db);
  return rows.map((r) => r.id);
}
