import { z } from 'zod';

/** Settings categories of spec §3 that have settings. */
export const SETTING_TABS = ['JOB_TASK', 'ALLOWANCE', 'INFO_HUB'] as const;

export const metadataSearch = z.object({
  tab: z.enum(SETTING_TABS).default('JOB_TASK'),
  /** Key of the form to scroll to. */
  at: z.string().optional(),
});
