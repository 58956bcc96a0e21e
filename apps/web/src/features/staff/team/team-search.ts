import type { InputOf } from '@darkroom/contract/endpoint';
import type { teamExport } from '@darkroom/contract/team';
import { z } from 'zod';

/** Everything of the team list that lives in its address (quality 3). */
export const teamSearch = z.object({
  text: z.string().max(100).optional(),
  /** The team whose members are open. */
  team: z.int().positive().optional(),
  /** The open form: a new team, or the open one. */
  form: z.enum(['new', 'edit']).optional(),
  sort: z.enum(['team_name', '-team_name', 'member_count', '-member_count']).default('team_name'),
});

export type TeamSearch = z.output<typeof teamSearch>;
/** Changes some of the address. */
export type SetTeamSearch = (patch: Partial<z.input<typeof teamSearch>>, options?: { replace?: boolean }) => void;

/** What the list exports to a file. */
export const exportInput = ({ text, sort }: TeamSearch): InputOf<typeof teamExport>['filter'] => ({
  ...(text ? { text } : {}),
  sort,
});
