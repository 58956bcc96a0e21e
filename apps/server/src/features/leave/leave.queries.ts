import type { Leave } from '@darkroom/contract/staff/leave';
import type { LeaveKind } from '@darkroom/domain/staff/leave';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { InputFor } from '../../http/handlers.ts';

export type LeaveRow = Leave & { kind: LeaveKind };

const columns = sql`l.id, l.version, l.member_id, l.first_day, l.last_day, l.part, l.kind`;

/** Finds the leave of active members in a period, by day. */
export async function findLeave(
  db: Database,
  { date_from, date_to, member_id }: InputFor<'leave.list'>,
): Promise<LeaveRow[]> {
  const { rows } = await sql<LeaveRow>`
    select ${columns} from leave l join user_account u on u.id = l.member_id
     where u.active and l.first_day <= ${date_to}::date and l.last_day >= ${date_from}::date
       ${member_id === undefined ? sql`` : sql`and l.member_id = ${member_id}`}
     order by l.first_day, l.part desc, l.id`.execute(db);
  return rows;
}

export interface LeavePerson {
  user_id: number;
  is_superuser: boolean;
  codes: string[];
}

/** Finds active members with their permission codes, or one of them. */
export async function findPeople(db: Database, member_id?: number): Promise<LeavePerson[]> {
  const { rows } = await sql<LeavePerson>`
    select u.id as user_id, u.is_superuser,
           array(select p.codename from group_permission gp join permission p on p.id = gp.permission_id
                  where gp.group_id = s.group_id) as codes
      from user_account u join staff s on s.id = u.id
     where u.active ${member_id === undefined ? sql`` : sql`and u.id = ${member_id}`}`.execute(db);
  return rows;
}

/** Locks a leave and reads it. */
export async function lockLeave(db: Database, id: number): Promise<LeaveRow | undefined> {
  const { rows } = await sql<LeaveRow>`select ${columns} from leave l where l.id = ${id} for update`.execute(db);
  return rows[0];
}

export async function insertLeave(db: Database, row: InputFor<'leave.add'>): Promise<LeaveRow> {
  return (await db.insertInto('leave').values(row).returningAll().executeTakeFirstOrThrow()) as LeaveRow;
}

export async function updateLeave(
  db: Database,
  id: number,
  change: Omit<InputFor<'leave.update'>, 'id' | 'version'>,
): Promise<LeaveRow> {
  const query = db
    .updateTable('leave')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id);
  return (await query.returningAll().executeTakeFirstOrThrow()) as LeaveRow;
}

export const deleteLeave = (db: Database, id: number) => db.deleteFrom('leave').where('id', '=', id).execute();
