import type { Instant } from '@darkroom/domain/calendar/day';
import { findUsernameError } from '@darkroom/domain/text/username';
import { DatabaseError } from 'pg';
import { StartError } from '../../config.ts';
import type { Database } from '../../db/connect.ts';
import { hashPassword, isWeakPassword } from './password.ts';

export interface NewSuperuser {
  username: string;
  full_name: string;
  password: string;
}

/** Creates a superuser: the first account of a bureau, or for lost access. Only for people who can run commands on the server. */
export async function createSuperuser(db: Database, input: NewSuperuser, now: Instant): Promise<number> {
  const username = input.username.normalize('NFC').trim();
  const full_name = input.full_name.normalize('NFC').trim() || username;
  const { password } = input;
  const usernameProblem = findUsernameError(username);
  if (username === '' || username.length > 100 || usernameProblem === 'invalid_username')
    throw new StartError('The username is 1 to 100 characters without spaces.');
  if (usernameProblem === 'mixed_alphabets')
    throw new StartError('The username has letters of more than one alphabet.');
  if (full_name.length > 100) throw new StartError('The full name has at most 100 characters.');
  if (password.length < 8 || password.length > 128) throw new StartError('The password is 8 to 128 characters.');
  if (isWeakPassword(password, username)) throw new StartError('That password is too easy to guess.');

  const account = { username, full_name, account: 'staff', is_superuser: true, created_at: now };
  const password_hash = await hashPassword(password);
  return db
    .transaction()
    .execute(async (trx) => {
      const { id } = await trx
        .insertInto('user_account')
        .values({ ...account, password_hash })
        .returning('id')
        .executeTakeFirstOrThrow();
      await trx.insertInto('staff').values({ id, staff_id: username }).execute();
      await trx
        .insertInto('audit')
        .values({
          at: now,
          action: 'user.createSuperuser',
          subject_id: id,
          entity: 'user_account',
          entity_id: String(id),
          after: JSON.stringify({ username, full_name, is_superuser: true }),
          note: 'on the command line',
        })
        .execute();
      return id;
    })
    .catch((error: unknown) => {
      const isTaken = error instanceof DatabaseError && error.code === '23505';
      throw isTaken ? new StartError(`The username ${username} is taken.`) : error;
    });
}
