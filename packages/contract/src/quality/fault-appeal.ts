import { APPEAL_STATES } from '@darkroom/domain/appeal/appeal';
import { z } from 'zod';
import { instant } from '../fields.ts';

/** What its editor answered to a fault, and what was decided (decision 133): as it stands beside the fault. */
export const faultAppeal = z.object({
  id: z.int(),
  version: z.int(),
  state: z.enum(APPEAL_STATES),
  reason: z.string(),
  made_by: z.int(),
  made_at: instant(),
  decided_by: z.int().nullable(),
  decided_at: instant().nullable(),
  /** Why it was decided so. */
  decision: z.string().nullable(),
});
export type FaultAppeal = z.output<typeof faultAppeal>;
