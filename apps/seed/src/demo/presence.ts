import { addDays, dayOf, startOfDay, type Instant } from '@darkroom/domain/calendar/day';
import type { Database } from '@darkroom/server/db/connect';
import { hashToken, addMs, makeToken, MAX_SESSION_MS } from '@darkroom/server/http/session/session';
import type { Crew } from './people.ts';
import { PEOPLE } from './tables/people-table.ts';
import { createRandom } from './random.ts';

const MINUTE = 60_000;
/** Share of editors and QCs that are at work. */
const PRESENT_SHARE = 0.9;

/**
 * Adds sessions, with discarded tokens, for editors and QCs who are at work. People of the printed sign-ins get theirs
 * when they sign in.
 */
export async function seedPresence(db: Database, { now, crew }: { now: Instant; crew: Crew }): Promise<void> {
  const random = createRandom(4100);
  const morning = startOfDay(dayOf(now));
  const rows = PEOPLE.flatMap(({ username, group, role }) => {
    const user_id = crew.get(username)?.user_id;
    if (role || user_id === undefined || !/^(Editor|QC)/.test(group) || !random.chance(PRESENT_SHARE)) return [];
    const since = addMs(now, -random.int(90, 230) * MINUTE);
    return [
      {
        user_id,
        token_hash: hashToken(makeToken()),
        created_at: since > morning ? since : morning,
        last_used_at: addMs(now, -random.int(0, 25) * MINUTE),
        expires_at: addMs(since, MAX_SESSION_MS),
      },
    ];
  });
  await db.insertInto('session').values(rows).execute();
  await seedLeave(db, { now, crew });
}

/** Adds days off from tomorrow on, because members have worked on the days before. */
async function seedLeave(db: Database, { now, crew }: { now: Instant; crew: Crew }): Promise<void> {
  const random = createRandom(4200);
  const members = PEOPLE.filter(({ role }) => !role).filter((_, index) => index % 5 === 2);
  const rows = members.flatMap(({ username }) => {
    const member_id = crew.get(username)?.user_id;
    if (member_id === undefined) return [];
    const part = random.pick(['day', 'day', 'morning', 'afternoon'] as const);
    const first_day = addDays(dayOf(now), random.int(1, 12));
    const last_day = part === 'day' ? addDays(first_day, random.int(0, 4)) : first_day;
    return [{ member_id, first_day, last_day, part, kind: random.chance(0.2) ? 'ill' : 'planned' }];
  });
  await db.insertInto('leave').values(rows).execute();
}
