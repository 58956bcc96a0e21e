import type { Handlers } from '../../http/handlers.ts';
import { addTeam, deleteTeam, readTeams, updateTeam } from './team.service.ts';

export const teamRoutes = {
  'team.list': readTeams,
  'team.add': addTeam,
  'team.update': updateTeam,
  'team.delete': deleteTeam,
} satisfies Partial<Handlers>;
