import { sql, type RawBuilder, type SqlBool } from 'kysely';

/**
 * Whether the answer to the fault `of`, a step of the history, was upheld: it is no fault then in any figure, and stands in the history
 * as it did (decision 133).
 */
export const isUpheld = (of: string): RawBuilder<SqlBool> =>
  sql`exists (select from fault_appeal up where up.fault_id = ${sql.ref(`${of}.id`)} and up.state = 'UPHELD')`;
