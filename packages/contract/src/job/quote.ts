import { anyOf } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { body, id } from '../fields.ts';

/** As many as a body holds of anything (`http/body/bounds`); a sheet asks once for a customer and a category, however many rows name them. */
const MOST_LINES = 10_000;

/** What work would be priced at, said before it is done. */
export const jobQuoteEndpoints = {
  quote: defineEndpoint({
    name: 'job.quote',
    method: 'POST',
    path: '/api/job/quote',
    summary: 'What a new detail would be priced at: per customer 2 and category 2, null where no enabled price exists',
    access: anyOf('npn_add_job', 'npn_add_job_detail', 'npn_change_job_detail'),
    lock: null,
    kind: 'read',
    bodyLimit: 2 * 1024 * 1024,
    input: body({
      lines: z
        .array(body({ customer2_id: id(), service_cat2_id: id() }))
        .min(1, 'required')
        .max(MOST_LINES, 'too_many_items'),
    }),
    output: z.object({
      results: z.array(
        z.object({
          customer2_id: z.int(),
          service_cat2_id: z.int(),
          unit_price: z.number().nullable(),
          estimate_minutes: z.int().nullable(),
        }),
      ),
      currency: z.string(),
    }),
    errors: [],
    topics: ['price'],
  }),
  quoteMove: defineEndpoint({
    name: 'job.quoteMove',
    method: 'POST',
    path: '/api/job/quote-move',
    summary:
      'What each detail of a job would be priced at if the job went to another customer 2; refused as the move would be',
    access: anyOf('npn_change_job'),
    lock: null,
    kind: 'read',
    input: body({ job_id: id(), customer2_id: id() }),
    output: z.object({
      results: z.array(z.object({ job_detail_id: z.int(), unit_price: z.number().nullable() })),
      currency: z.string(),
    }),
    errors: ['not_found', 'job_requested', 'job_redone'],
    topics: ['price', 'job', 'request'],
  }),
};
