import { describe, expect, it } from 'vitest';
import {
  getFollowingStatus,
  findJobChangeRefusal,
  countAddedPieces,
  findReworkRefusal,
  estimateReworkMinutes,
  getReworkState,
  calculateReworkShare,
} from './complaint.ts';
import { decideMove, decideRequest, nextRequestAction, getRequestOffers, type RequestState } from './decide.ts';
import { REQUEST_STATUSES, REQUEST_TYPES } from './status.ts';

const NOW = '2026-11-20T03:00:00.000Z';
const cs = {
  user_id: 7,
  account: 'staff' as const,
  is_superuser: false,
  permissions: new Set(['npn_cs_customer_request']),
};

const createComplaint = (over: Partial<RequestState> = {}): RequestState => ({
  status: 'PROCESSING',
  board: 'CS_BOARD',
  reply: null,
  job_id: 3,
  processing_by: 7,
  reviewed_by: 7,
  reviewed_at: NOW,
  ...over,
});

it('only reviewed, open complaints can send tasks to rework', () => {
  for (const type of REQUEST_TYPES) {
    for (const status of REQUEST_STATUSES) {
      const expectedCode = { NEED_REVIEW: 'request_needs_review', TODO: null, PROCESSING: null, DONE: 'request_done' }[
        status
      ];
      expect(findReworkRefusal({ type, status })).toBe(type === 'FAULTS' ? expectedCode : 'not_complaint');
    }
  }
});

describe('a complaint with tasks in rework', () => {
  const open = createComplaint({ rework_open: 1, rework_done: 2 });

  it('the complaint cannot be closed or put back', () => {
    for (const action of ['finish', 'put_back'] as const)
      expect(decideRequest(open, action, cs, NOW, { reply: 'Redone' })).toEqual({ ok: false, code: 'rework_open' });
  });

  it('both actions are disabled with the reason', () => {
    const offered = getRequestOffers(open, cs).filter(({ action }) => action === 'finish' || action === 'put_back');
    expect(offered.map(({ refusal }) => refusal)).toEqual(['rework_open', 'rework_open']);
    expect(nextRequestAction(open, cs)).toBeNull();
  });

  it('the complaint moves to Processing from any status', () => {
    const standing = { rework_open: 1 };
    expect(REQUEST_STATUSES.map((status) => getFollowingStatus(status, standing))).toEqual([
      'PROCESSING',
      'PROCESSING',
      null,
      'PROCESSING',
    ]);
    expect(REQUEST_STATUSES.map((status) => getFollowingStatus(status, { rework_open: 0 }))).toEqual(
      REQUEST_STATUSES.map(() => null),
    );
  });
});

it('a complaint closes with a reply while its detail is in rework for another reason', () => {
  const named = createComplaint({ rework_open: 0, rework_done: 0, sub_prod_ids_in_rework: ['261118-001-02'] });
  expect(decideMove(named, 'DONE', cs, NOW)).toEqual({ ok: false, code: 'reply_required', field: 'reply' });
  expect(decideMove(named, 'DONE', cs, NOW, { reply: 'Part 2 follows.' })).toMatchObject({ ok: true });
});

describe('a complaint whose tasks are all completed again', () => {
  const redone = createComplaint({ rework_open: 0, rework_done: 2, rework_notified: true });

  it('the complaint closes only with a reply', () => {
    expect(decideMove(redone, 'DONE', cs, NOW)).toEqual({ ok: false, code: 'reply_required', field: 'reply' });
    expect(decideMove(redone, 'DONE', cs, NOW, { reply: ' Redone. ' })).toMatchObject({
      ok: true,
      patch: { status: 'DONE', reply: 'Redone.' },
    });
  });

  it('the complaint keeps its job and offers no other', () => {
    for (const job_id of [4, null])
      expect(decideRequest(redone, 'link_job', cs, NOW, { job_id })).toEqual({ ok: false, code: 'complaint_redone' });
    expect(getRequestOffers(redone, cs).find(({ action }) => action === 'link_job')?.refusal).toBe('complaint_redone');
    expect(findJobChangeRefusal({ job_id: 3, rework_open: 1, rework_done: 1 })).toBe('rework_open');
    // No task was sent to rework, the rework was undone, or the complaint has no job.
    expect(findJobChangeRefusal({ job_id: 3, rework_open: 0, rework_done: 0 })).toBeNull();
    expect(findJobChangeRefusal({ job_id: null, rework_open: 0, rework_done: 1 })).toBeNull();
  });

  it('the complaint can be put back, and a complaint without rework closes normally', () => {
    expect(decideMove(redone, 'TODO', cs, NOW)).toMatchObject({ ok: true });
    expect(decideMove(createComplaint(), 'DONE', cs, NOW)).toMatchObject({ ok: true, patch: { status: 'DONE' } });
  });

  it('a complaint needs a reply even after an announced rework was undone', () => {
    const takenBack = createComplaint({ rework_open: 0, rework_done: 0, rework_notified: true });
    expect(decideMove(takenBack, 'DONE', cs, NOW)).toMatchObject({ ok: false, code: 'reply_required' });
    expect(decideMove(takenBack, 'DONE', cs, NOW, { reply: 'It was right after all.' })).toMatchObject({ ok: true });
  });
});

it('a customer sees "being redone", "redone", or no rework state', () => {
  const getState = (figures: object) =>
    getReworkState({ rework_open: 0, rework_done: 0, sub_prod_ids_in_rework: [], ...figures });
  expect(getState({ rework_open: 1, rework_done: 3 })).toBe('BEING_REDONE');
  expect(getState({ rework_open: 0, rework_done: 3 })).toBe('REDONE');
  expect(getState({ rework_open: 0, rework_done: 0 })).toBeNull();
  // A part still in rework has the state "being redone". Rework of other complaints is not shown.
  expect(getState({ rework_done: 3, sub_prod_ids_in_rework: ['261118-001-02'] })).toBe('BEING_REDONE');
  expect(getState({ sub_prod_ids_in_rework: ['261118-001-02'] })).toBeNull();
});

it('added pieces count once the rework is completed', () => {
  expect([countAddedPieces(true, 9, 7), countAddedPieces(true, 7, 7), countAddedPieces(true, 5, 7)]).toEqual([2, 0, 0]);
  expect([countAddedPieces(false, 9, 7), countAddedPieces(true, 9, null)]).toEqual([0, 0]);
});

it('rework minutes use the estimate, and the share uses delivered pieces', () => {
  expect([estimateReworkMinutes(3, 8), estimateReworkMinutes(3, null)]).toEqual([24, null]);
  expect([calculateReworkShare(3, 60), calculateReworkShare(3, 0)]).toEqual([0.05, null]);
});
