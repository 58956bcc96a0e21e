import type { Instant } from '@darkroom/domain/calendar/day';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

/** Whether somebody has signed in from an address since an instant. */
export async function isPlace(db: Database, user_id: number, address: string, since: Instant): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sign_in_place where user_id = ${user_id} and address = ${address} and at > ${since}`.execute(db);
  return rows.length > 0;
}

/** Remembers where somebody signed in. */
export const keepPlace = (db: Database, user_id: number, address: string, at: Instant) =>
  sql`insert into sign_in_place (user_id, address, at) values (${user_id}, ${address}, ${at})
      on conflict (user_id, address) do update set at = excluded.at`.execute(db);

/** Forgets the places of before an instant. */
export const deletePlaces = (db: Database, before: Instant) =>
  sql`delete from sign_in_place where at <= ${before}`.execute(db);

/** Forgets what was counted in a bucket, and in those for one address each. */
export const deleteAttempts = (db: Database, bucket: string) =>
  sql`delete from rate_limit where bucket = ${bucket} or starts_with(bucket, ${`${bucket} at `})`.execute(db);
