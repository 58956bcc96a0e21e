import { expect, it } from 'vitest';
import { findNewJobRefusal } from './new-job.ts';
import { REQUEST_STATUSES, REQUEST_TYPES } from './status.ts';

const createStaff = (...permissions: string[]) => ({
  user_id: 7,
  account: 'staff' as const,
  is_superuser: false,
  permissions: new Set(permissions),
});
const cs = createStaff('npn_cs_customer_request');
const openRequest = { type: 'ADDITIONAL_REQUESTS', status: 'TODO', board: 'CS_BOARD', has_new_job: false } as const;

it('a job is made from accepted, open additional work', () => {
  for (const type of REQUEST_TYPES) {
    for (const status of REQUEST_STATUSES) {
      const expectedCode = { NEED_REVIEW: 'request_needs_review', TODO: null, PROCESSING: null, DONE: 'request_done' }[
        status
      ];
      expect(findNewJobRefusal({ ...openRequest, type, status }, cs)).toBe(
        type === 'ADDITIONAL_REQUESTS' ? expectedCode : 'request_not_additional',
      );
    }
  }
});

it('a request gets only one job, even after it is done', () => {
  for (const status of ['TODO', 'PROCESSING', 'DONE'] as const)
    expect(findNewJobRefusal({ ...openRequest, status, has_new_job: true }, cs)).toBe('request_has_job');
});

it('only users of the request’s board can make a job from it', () => {
  expect(findNewJobRefusal({ ...openRequest, board: 'ADMIN_BOARD' }, cs)).toBe('not_allowed');
  expect(findNewJobRefusal(openRequest, createStaff('npn_view_all_customer_request', 'npn_add_job'))).toBe(
    'not_allowed',
  );
  expect(
    findNewJobRefusal({ ...openRequest, board: 'ADMIN_BOARD' }, createStaff('npn_admin_customer_request')),
  ).toBeNull();
});
