import { id } from '@darkroom/contract/fields';
import { teamExport } from '@darkroom/contract/staff/team';
import { z } from 'zod';
import { listSearch, type SearchOf } from '../../../lib/list-search.ts';
import type { SetSearch } from '../../../lib/use-screen-search.ts';

export const teamList = listSearch(teamExport.input.shape.filter.shape, {
  screenState: {
    team: id().optional(),
    /** The open form: a new team, or the open one. */
    form: z.enum(['new', 'edit']).optional(),
  },
});

export type TeamSearch = SearchOf<typeof teamList>;
export type SetTeamSearch = SetSearch<TeamSearch>;
