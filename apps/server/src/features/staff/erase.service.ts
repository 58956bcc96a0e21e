import type { Instant } from '@darkroom/domain/calendar/day';
import { sql } from 'kysely';
import { StartError } from '../../config.ts';
import type { Database } from '../../db/connect.ts';

/** What of a person is their own: where and how they live, how they look, how they are reached. Names stay, as the history of the work does. */
const PERSONAL = [
  'email',
  'phone_number',
  'gender',
  'birthday',
  'address',
  'residence_id',
  'residence_address',
  'residence_created_at',
  'residence_created_by',
] as const;
const PICTURE = ['avatar', 'avatar_type'] as const;
/** As the histories have the picture. */
const PICTURE_ON_RECORD = ['avatar', 'avatar_type', 'avatar_key', 'avatar_url'];

export interface Erasure {
  /** The bureau's own number of somebody who has left. */
  readonly staff_id: string;
  /** On whose word: an active superuser. */
  readonly by: string;
  readonly why: string;
}

export interface Erased {
  readonly full_name: string;
  readonly fields: readonly string[];
  /** Rows of the histories that held any of it. */
  readonly rows: number;
}

/**
 * Erases what somebody who has left has given of themselves (decision 067: their account and their work stay): in their record, and
 * wherever the audit keeps what it was. The audit is append-only for everybody; this is the one exception, and stands in it itself, with
 * the fields and the reason and none of the values. Whoever can start programs on the server may do it.
 */
export async function erasePerson(db: Database, { staff_id, by, why }: Erasure, now: Instant): Promise<Erased> {
  if (why.trim() === '' || why.length > 500) throw new StartError('Say why, in at most 500 characters.');
  return db.transaction().execute(async (trx) => {
    const boss = await trx
      .selectFrom('user_account')
      .select('id')
      .where('username', '=', by)
      .where('is_superuser', '=', true)
      .where('active', '=', true)
      .executeTakeFirst();
    if (!boss) throw new StartError(`${by} is no active superuser.`);
    const person = await trx
      .selectFrom('staff as s')
      .innerJoin('user_account as u', 'u.id', 's.id')
      .select(['s.id', 'u.full_name', 'u.active', ...PERSONAL, ...PICTURE])
      .where((eb) => eb(eb.fn('lower', ['s.staff_id']), '=', staff_id.toLowerCase()))
      .forUpdate()
      .executeTakeFirst();
    if (!person) throw new StartError(`There is no member of staff ${staff_id}.`);
    if (person.active) throw new StartError(`${person.full_name} has not left: deactivate the account first.`);

    const fields = [...PERSONAL, ...PICTURE].filter((field) => person[field] !== null);
    const empty = Object.fromEntries(fields.map((field) => [field, null]));
    if (fields.length > 0)
      await trx
        .updateTable('staff')
        .set((eb) => ({ ...empty, version: eb('version', '+', 1) }))
        .where('id', '=', person.id)
        .execute();
    const rows = await eraseRecord(trx, person.id);
    await trx
      .insertInto('audit')
      .values({
        at: now,
        actor_id: boss.id,
        subject_id: person.id,
        action: 'staff.erase',
        entity: 'staff',
        entity_id: String(person.id),
        note: `${why.trim()} (${fields.join(', ') || 'nothing left in the record'}; ${rows} rows of the history)`,
      })
      .execute();
    return { full_name: person.full_name, fields, rows };
  });
}

/** Takes the fields out of every row of the audit about that person. Locks the audit for as long: a moment. */
async function eraseRecord(trx: Database, id: number): Promise<number> {
  await sql`set local lock_timeout = '10s'`.execute(trx);
  await sql`alter table audit disable trigger audit_append_only`.execute(trx);
  const gone = [...PERSONAL, ...PICTURE_ON_RECORD];
  const { numAffectedRows = 0n } = await sql`
    update audit set before = before - ${gone}::text[], after = after - ${gone}::text[]
     where entity = 'staff' and entity_id = ${String(id)}
       and (jsonb_exists_any(coalesce(before, '{}'), ${gone}::text[]) or jsonb_exists_any(coalesce(after, '{}'), ${gone}::text[]))`.execute(
    trx,
  );
  await sql`alter table audit enable trigger audit_append_only`.execute(trx);
  return Number(numAffectedRows);
}
