import { z } from 'zod';

/** The settings categories of spec §3 that have something to set. */
export const SETTING_TABS = ['JOB_TASK', 'ALLOWANCE', 'INFO_HUB'] as const;

/** What of the metadata screen lives in its address. */
export const metadataSearch = z.object({
  tab: z.enum(SETTING_TABS).default('JOB_TASK'),
  /** The key whose form is brought into sight. */
  at: z.string().optional(),
});
