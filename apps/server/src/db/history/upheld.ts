import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** Whether the appeal against fault step `of` was upheld: then no figure counts the fault, and the history keeps it (decision 133). */
export const isUpheld = (of: string): RawBuilder<SqlBool> =>
  sql`exists (select from fault_appeal up where up.fault_id = ${sql.ref(`${of}.id`)} and up.state = 'UPHELD')`;
