import { id } from '@darkroom/contract/fields';
import { DELIVERY_STATES } from '@darkroom/domain/webhook/events';
import { z } from 'zod';
import { listSearch, type SearchOf } from '../../lib/list-search.ts';
import type { SetSearch } from '../../lib/use-screen-search.ts';

/** URL parameters of the webhooks: the open one, its form and the filter of its log. */
export const webhookList = listSearch(
  {},
  {
    screenState: {
      webhook: id().optional(),
      form: z.enum(['new', 'edit']).optional(),
      state: z.enum(DELIVERY_STATES).optional(),
      page: z.int().min(1).max(500).default(1),
    },
  },
);

export type WebhookSearch = SearchOf<typeof webhookList>;
export type SetWebhookSearch = SetSearch<WebhookSearch>;
