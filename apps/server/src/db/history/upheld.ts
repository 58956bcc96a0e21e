import { sql, type RawBuilder, type SqlBool } from 'kysely';

/**
 * True if the appeal against the fault `of`, a step of the history, was upheld. The fault then counts in no figure and
 * stays in the history (decision 133).
 */
export const isUpheld = (of: string): RawBuilder<SqlBool> =>
  sql`exists (select from fault_appeal up where up.fault_id = ${sql.ref(`${of}.id`)} and up.state = 'UPHELD')`;
