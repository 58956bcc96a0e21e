import { anyStaff } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { body } from '../fields.ts';

/** The names of customers on their three levels: what every list needs, and so not together with what keeps them. */
export const customerTreeEndpoints = {
  list: defineEndpoint({
    name: 'customer.list',
    method: 'GET',
    path: '/api/customer/list',
    summary: 'The customer hierarchy in three lists',
    access: anyStaff,
    lock: null,
    kind: 'read',
    input: body({}),
    output: z.object({
      cus0_list: z.array(z.object({ id: z.int(), name: z.string() })),
      cus1_list: z.array(z.object({ id: z.int(), cus_id0: z.int(), name: z.string() })),
      cus2_list: z.array(z.object({ id: z.int(), cus_id1: z.int(), name: z.string() })),
    }),
    errors: [],
    topics: ['customer'],
  }),
};
