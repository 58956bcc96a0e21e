import { oneOf } from '@darkroom/contract/fields';
import { WORKSTREAMS } from '@darkroom/domain/customer/enums';
import { SHIFTS } from '@darkroom/domain/floor/shift-handover';
import { day } from '@darkroom/contract/fields';
import { listSearch } from '../../lib/list-search.ts';
import { z } from 'zod';

/** The floor: which, and whether as a wall. */
export const floorPlace = listSearch(
  {},
  {
    beside: {
      workstream: oneOf(WORKSTREAMS).optional(),
      show: z.literal('wall').optional(),
      /** Names of people on the wall. */
      names: z.literal(1).optional(),
    },
  },
);

/** The brief: of which day, which shift, which floor. */
export const handoverPlace = listSearch(
  {},
  {
    beside: {
      workstream: oneOf(WORKSTREAMS).optional(),
      date: day().optional(),
      shift: oneOf(SHIFTS).default('day'),
    },
  },
);
