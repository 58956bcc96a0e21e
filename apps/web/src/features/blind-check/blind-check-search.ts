import { APPEAL_LISTS } from '@darkroom/contract/quality/appeal';
import { oneOf } from '@darkroom/contract/fields';
import { AGREEMENT_PERIODS } from '@darkroom/domain/blind-check/blind-check';
import { z } from 'zod';

export const BLIND_CHECK_TABS = ['appeals', 'checks', 'agreement', 'advice'] as const;
export type BlindCheckTab = (typeof BLIND_CHECK_TABS)[number];

export const blindCheckSearch = z.object({
  tab: oneOf(BLIND_CHECK_TABS).default('appeals'),
  list: oneOf(APPEAL_LISTS).default('open'),
  page: z.int().min(1).default(1),
  span: oneOf(AGREEMENT_PERIODS).default('quarter'),
});
export type BlindCheckSearch = z.output<typeof blindCheckSearch>;
