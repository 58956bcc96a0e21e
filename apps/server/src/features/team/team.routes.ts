import type { Handlers } from '../../http/handlers.ts';
import { addTeam, readTeams, updateTeam } from './team.service.ts';

export const teamRoutes = {
  'team.list': readTeams,
  'team.add': addTeam,
  'team.update': updateTeam,
} satisfies Partial<Handlers>;
