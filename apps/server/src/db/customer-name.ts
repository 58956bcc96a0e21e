import { sql, type RawBuilder } from 'kysely';

/** The name of the customer whose account a column holds; null of staff: their names every page of the bureau's knows. */
export const customerName = (account: RawBuilder<unknown>): RawBuilder<string | null> => sql`(
  select u.full_name from user_account u where u.id = ${account} and u.account = 'customer')`;
