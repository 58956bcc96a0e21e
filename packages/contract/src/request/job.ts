import { anyOf } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { body, id, version } from '../fields.ts';
import { job, newJob } from '../job/job.ts';
import { requestRow } from './request.ts';

/** Endpoints for the job that a request asks for. */
export const requestJobEndpoints = {
  newJob: defineEndpoint({
    name: 'request.newJob',
    method: 'POST',
    path: '/api/customer-request/new-job',
    summary: 'Add the job of an approved additional request and link it',
    description: 'All or nothing. Requires `npn_add_job` and permission to work the board of the request.',
    access: anyOf('npn_add_job'),
    // The lock of requests stops it too. The handler also checks that lock.
    lock: 'job',
    kind: 'write',
    bodyLimit: 4 * 1024 * 1024,
    input: body({ id: id(), version: version(), job: newJob.describe('The job to add.') }),
    output: z.object({ request: requestRow.describe('The request, with its new job.'), job }),
    errors: [
      'not_found',
      'stale',
      'request_not_additional',
      'request_needs_review',
      'request_done',
      'request_has_job',
      'prod_id_exists',
    ],
  }),
};
