import { sql, type RawBuilder } from 'kysely';

/** Name of the customer of an account column, or null for staff, whose names every page already has. */
export const customerName = (account: RawBuilder<unknown>): RawBuilder<string | null> => sql`(
  select u.full_name from user_account u where u.id = ${account} and u.account = 'customer')`;
