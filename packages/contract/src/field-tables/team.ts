import type { Team } from '../staff/team.ts';
import type { FieldsOf } from './field.ts';

/** What a team is made of. */
export const TEAM = {
  id: { kind: 'key' },
  version: { kind: 'key' },
  team_name: { kind: 'text' },
  leader_id: { kind: 'record', of: 'user' },
  leader_name: { kind: 'text', word: 'leader_id' },
  member_count: { kind: 'count' },
  members: { kind: 'record', of: 'user' },
} as const satisfies FieldsOf<Team>;
