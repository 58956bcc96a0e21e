import type { Handlers } from '../../http/handlers.ts';
import { readBoard } from './board.service.ts';
import { keepBrief, readBrief } from './brief.service.ts';
import { briefFile } from './brief-file.ts';
import { listWallLinks, makeWallLink, withdrawWallLink } from './wall.service.ts';

export const floorRoutes = {
  'floor.board': readBoard,
  'floor.brief': readBrief,
  'floor.keepBrief': keepBrief,
  'floor.briefFile': briefFile,
  'wall.list': listWallLinks,
  'wall.make': makeWallLink,
  'wall.withdraw': withdrawWallLink,
} satisfies Partial<Handlers>;
