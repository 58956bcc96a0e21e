import { dayOf, startOfDay, type Instant } from '@darkroom/domain/calendar/day';
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
}
