import { oneOf } from '@darkroom/contract/fields';
import { WORKSTREAMS } from '@darkroom/domain/customer/enums';
import { SHIFTS } from '@darkroom/domain/floor/shift-handover';
import { day } from '@darkroom/contract/fields';
import { listSearch } from '../../lib/list-search.ts';
import { z } from 'zod';

/** URL parameters of the floor: workstream and TV board mode. */
export const floorSearch = listSearch(
  {},
  {
    screenState: {
      workstream: oneOf(WORKSTREAMS).optional(),
      show: z.literal('tv_board').optional(),
      /** Names of people on the TV board. */
      names: z.literal(1).optional(),
    },
  },
);

/** URL parameters of the shift handover: day, shift and workstream. */
export const handoverSearch = listSearch(
  {},
  {
    screenState: {
      workstream: oneOf(WORKSTREAMS).optional(),
      date: day().optional(),
      shift: oneOf(SHIFTS).default('day'),
    },
  },
);
