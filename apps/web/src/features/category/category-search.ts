import { z } from 'zod';

/** What narrows the tree; named as the export's filter names it, one service type at a time (spec §3: ALL means no filter). */
export const categorySearch = z.object({
  service_type: z.int().min(1).optional(),
  enabled: z.boolean().optional(),
  text: z.string().max(100).optional(),
});
export type CategorySearch = z.output<typeof categorySearch>;

/** No filter at all: what "Clear" leaves. */
export const NO_FILTERS = { service_type: undefined, enabled: undefined, text: undefined } as const;

export const isFiltered = ({ service_type, enabled, text }: CategorySearch): boolean =>
  service_type !== undefined || enabled !== undefined || (text ?? '') !== '';

/** The filter this address asks for, for the tree and for the file made of it. */
export const filterOf = ({ service_type, enabled, text }: CategorySearch) => ({
  ...(service_type === undefined ? {} : { service_type_id: [service_type] }),
  ...(enabled === undefined ? {} : { enabled }),
  ...(text ? { text } : {}),
});
