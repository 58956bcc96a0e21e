import type { Instant } from '@darkroom/domain/calendar/day';
import { sql } from 'kysely';
import { StartError } from '../../config.ts';
import type { Database } from '../../db/connect.ts';

/** Personal data of a member: residence, picture and contact. The name stays, because the history of the work has it. */
const PERSONAL_FIELDS = [
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
const PICTURE_FIELDS = ['avatar', 'avatar_type'] as const;
/** Fields of the picture in the histories. */
const PICTURE_HISTORY_FIELDS = ['avatar', 'avatar_type', 'avatar_key', 'avatar_url'];

export interface Erasure {
  /** Staff ID of the former member. */
  readonly staff_id: string;
  /** Username of the responsible superuser, who must be active. */
  readonly by: string;
  readonly reason: string;
}

export interface ErasureResult {
  readonly full_name: string;
  readonly fields: readonly string[];
  /** Number of history rows with any of the data. */
  readonly rows: number;
}

/**
 * Erases the personal data of a former member in their record and, as the only exception, in the append-only audit
 * (decision 067). Writes an audit row without values.
 */
export async function erasePerson(
  db: Database,
  { staff_id, by, reason }: Erasure,
  now: Instant,
): Promise<ErasureResult> {
  if (reason.trim() === '' || reason.length > 500)
    throw new StartError('Give a reason (--why) of at most 500 characters.');
  return db.transaction().execute(async (trx) => {
    const superuser = await trx
      .selectFrom('user_account')
      .select('id')
      .where('username', '=', by)
      .where('is_superuser', '=', true)
      .where('active', '=', true)
      .executeTakeFirst();
    if (!superuser) throw new StartError(`${by} is not an active superuser.`);
    const person = await trx
      .selectFrom('staff as s')
      .innerJoin('user_account as u', 'u.id', 's.id')
      .select(['s.id', 'u.full_name', 'u.active', ...PERSONAL_FIELDS, ...PICTURE_FIELDS])
      .where((eb) => eb(eb.fn('lower', ['s.staff_id']), '=', staff_id.toLowerCase()))
      .forUpdate()
      .executeTakeFirst();
    if (!person) throw new StartError(`No member has the Staff ID ${staff_id}.`);
    if (person.active) throw new StartError(`${person.full_name} has not left: deactivate the account first.`);

    const fields = [...PERSONAL_FIELDS, ...PICTURE_FIELDS].filter((field) => person[field] !== null);
    const empty = Object.fromEntries(fields.map((field) => [field, null]));
    if (fields.length > 0)
      await trx
        .updateTable('staff')
        .set((eb) => ({ ...empty, version: eb('version', '+', 1) }))
        .where('id', '=', person.id)
        .execute();
    await sql`
      update record_import set records = (select coalesce(jsonb_agg(r), '[]') from jsonb_array_elements(records) r
                                           where (r ->> 'id')::int <> ${person.id})
       where kind = 'member' and records @> ${JSON.stringify([{ id: person.id }])}::jsonb`.execute(trx);
    await trx.deleteFrom('leave').where('member_id', '=', person.id).execute();
    const rows = await eraseFromHistory(trx, person.id);
    await trx
      .insertInto('audit')
      .values({
        at: now,
        actor_id: superuser.id,
        subject_id: person.id,
        action: 'staff.erase',
        entity: 'staff',
        entity_id: String(person.id),
        note: `${reason.trim()} (${fields.join(', ') || 'nothing left in the record'}; ${rows} rows of the history)`,
      })
      .execute();
    return { full_name: person.full_name, fields, rows };
  });
}

/** Removes the fields from all audit rows of the person. The audit is locked for this moment. */
async function eraseFromHistory(trx: Database, id: number): Promise<number> {
  await sql`set local lock_timeout = '10s'`.execute(trx);
  await sql`alter table audit disable trigger audit_append_only`.execute(trx);
  // The kind of leave says when the member was ill.
  const erasedFields = [...PERSONAL_FIELDS, ...PICTURE_HISTORY_FIELDS, 'kind'];
  const { numAffectedRows = 0n } = await sql`
    update audit set before = before - ${erasedFields}::text[], after = after - ${erasedFields}::text[]
     where entity in ('staff', 'leave') and entity_id = ${String(id)}
       and (jsonb_exists_any(coalesce(before, '{}'), ${erasedFields}::text[]) or jsonb_exists_any(coalesce(after, '{}'), ${erasedFields}::text[]))`.execute(
    trx,
  );
  await sql`alter table audit enable trigger audit_append_only`.execute(trx);
  return Number(numAffectedRows);
}
