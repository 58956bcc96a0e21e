import { describe, expect, it } from 'vitest';
import type { Actor } from '../task/decide.ts';
import { decideMove, decideRequest, nextRequestAction, getRequestOffers, type RequestState } from './decide.ts';
import { getVisibleBoards } from './access.ts';
import { defaultBoard, REQUEST_BOARDS, REQUEST_STATUSES, REQUEST_TYPES, type RequestStatus } from './status.ts';
import { findActionBetween, REQUEST_ACTIONS, WORK_ACTIONS, type RequestAction } from './transitions.ts';

const NOW = '2026-11-20T03:00:00.000Z';
const ME = 7;

const createActor = (codes: string[], over: Partial<Actor> = {}): Actor => ({
  user_id: ME,
  account: 'staff',
  is_superuser: false,
  permissions: new Set(codes.map((code) => `npn_${code}`)),
  ...over,
});

const people = {
  nobody: createActor([]),
  reader: createActor(['view_all_customer_request']),
  cs: createActor(['cs_customer_request']),
  admin: createActor(['admin_customer_request']),
  reviewer: createActor(['review_customer_request']),
  'reading reviewer': createActor(['view_all_customer_request', 'review_customer_request']),
  'cs reviewer': createActor(['cs_customer_request', 'review_customer_request']),
  'admin reviewer': createActor(['admin_customer_request', 'review_customer_request']),
  'cs reader': createActor(['cs_customer_request', 'view_all_customer_request']),
  superuser: createActor([], { is_superuser: true }),
  customer: createActor(['admin_customer_request', 'review_customer_request'], { account: 'customer' }),
} satisfies Record<string, Actor>;
type Person = keyof typeof people;

const EVERYBODY = Object.keys(people) as Person[];
const BOTH: Person[] = ['admin', 'admin reviewer', 'superuser'];
const CS: Person[] = ['cs', 'cs reviewer', 'cs reader'];

// The table of domain §3 written a second time, independently: permissions by board.
const SEES = { ADMIN_BOARD: [...BOTH, 'reader', 'reading reviewer', 'cs reader'], CS_BOARD: [] as Person[] };
SEES.CS_BOARD = [...new Set([...SEES.ADMIN_BOARD, ...CS])] as Person[];
const WORKS = { ADMIN_BOARD: BOTH, CS_BOARD: [...BOTH, ...CS] };
const REVIEWS = {
  ADMIN_BOARD: ['reading reviewer', 'admin reviewer', 'superuser'],
  CS_BOARD: ['reading reviewer', 'cs reviewer', 'admin reviewer', 'superuser'],
};

/** [action, from, to] */
const WAYS: Record<RequestAction, [string, string][]> = {
  accept: [['NEED_REVIEW', 'TODO']],
  send_back: [['NEED_REVIEW', 'DONE']],
  start: [['TODO', 'PROCESSING']],
  put_back: [['PROCESSING', 'TODO']],
  finish: [['PROCESSING', 'DONE']],
  reopen: [['DONE', 'PROCESSING']],
  change_board: [['TODO', 'TODO']],
  link_job: REQUEST_STATUSES.map((status) => [status, status]),
};

const listPermittedPeople = (
  action: RequestAction,
  board: 'ADMIN_BOARD' | 'CS_BOARD',
  status: RequestStatus,
): readonly string[] => {
  if (action === 'accept' || action === 'send_back') return REVIEWS[board];
  if (action === 'change_board') return BOTH;
  return action === 'link_job' && status === 'NEED_REVIEW' ? [...WORKS[board], ...REVIEWS[board]] : WORKS[board];
};

const createRequest = (over: Partial<RequestState> = {}): RequestState => ({
  status: 'TODO',
  board: 'CS_BOARD',
  reply: null,
  job_id: null,
  processing_by: null,
  reviewed_by: null,
  reviewed_at: null,
  ...over,
});

describe('visibility of the boards', () => {
  for (const person of EVERYBODY) {
    it(`${person} sees exactly the boards of the rules`, () => {
      const visibleBoards = REQUEST_BOARDS.filter((board) => SEES[board].includes(person));
      expect(getVisibleBoards(people[person])).toEqual(visibleBoards);
    });
  }
});

describe('every action × status × board × kind of user', () => {
  for (const action of REQUEST_ACTIONS) {
    for (const status of REQUEST_STATUSES) {
      for (const board of REQUEST_BOARDS) {
        it(`${action} from ${status} on ${board}`, () => {
          const otherBoard = board === 'CS_BOARD' ? 'ADMIN_BOARD' : 'CS_BOARD';
          const way = WAYS[action].find(([from]) => from === status);
          for (const person of EVERYBODY) {
            const decision = decideRequest(createRequest({ status, board }), action, people[person], NOW, {
              board: otherBoard,
              reply: 'We cannot do this.',
              job_id: 3,
            });
            const may = listPermittedPeople(action, board, status).includes(person);
            const expected = may && way !== undefined;
            expect([person, decision.ok]).toEqual([person, expected]);
            if (decision.ok) expect(decision.patch.status).toBe(way?.[1]);
            else expect(decision.code === 'not_allowed').toBe(!may);
          }
        });
      }
    }
  }
});

describe('every pair of statuses × kind of user', () => {
  const REASON: Record<string, string> = {
    'NEED_REVIEW NEED_REVIEW': 'request_already_in_column',
    'NEED_REVIEW TODO': 'request_needs_review',
    'NEED_REVIEW PROCESSING': 'request_needs_review',
    'NEED_REVIEW DONE': 'request_needs_review',
    'TODO NEED_REVIEW': 'request_reviewed',
    'TODO TODO': 'request_already_in_column',
    'TODO PROCESSING': 'start',
    'TODO DONE': 'request_not_started',
    'PROCESSING NEED_REVIEW': 'request_reviewed',
    'PROCESSING TODO': 'put_back',
    'PROCESSING PROCESSING': 'request_already_in_column',
    'PROCESSING DONE': 'finish',
    'DONE NEED_REVIEW': 'request_reviewed',
    'DONE TODO': 'request_done',
    'DONE PROCESSING': 'reopen',
    'DONE DONE': 'request_already_in_column',
  };
  for (const from of REQUEST_STATUSES) {
    for (const to of REQUEST_STATUSES) {
      it(`${from} to ${to}`, () => {
        for (const board of REQUEST_BOARDS) {
          for (const person of EVERYBODY) {
            const decision = decideMove(createRequest({ status: from, board }), to, people[person], NOW);
            const works = (WORKS[board] as readonly string[]).includes(person);
            const result = decision.ok ? decision.action : decision.code;
            expect([person, board, result]).toEqual([person, board, works ? REASON[`${from} ${to}`] : 'not_allowed']);
          }
        }
      });
    }
  }
});

describe('required input of an action', () => {
  const at = createRequest({ status: 'NEED_REVIEW' });
  const boss = people['admin reviewer'];

  it('a request is accepted onto the given board, or stays on its own', () => {
    expect(decideRequest(at, 'accept', boss, NOW, {})).toMatchObject({ patch: { board: at.board } });
    const decision = decideRequest(at, 'accept', boss, NOW, { board: 'ADMIN_BOARD', job_id: 4 });
    expect(decision).toMatchObject({ patch: { board: 'ADMIN_BOARD', job_id: 4, reviewed_by: ME, reviewed_at: NOW } });
  });

  it('a request is closed in review only with a reply', () => {
    for (const reply of [undefined, '', '   ']) {
      expect(decideRequest(at, 'send_back', boss, NOW, { reply })).toMatchObject({ code: 'reply_required' });
    }
  });

  it('a request moves only to the other board', () => {
    const on = createRequest({ board: 'CS_BOARD' });
    expect(decideRequest(on, 'change_board', boss, NOW, { board: 'CS_BOARD' })).toMatchObject({
      code: 'request_already_in_column',
    });
  });

  it('the assignee is kept while processing and when done, and cleared when put back', () => {
    const patch = (status: RequestState['status'], action: RequestAction) => {
      const decision = decideRequest(createRequest({ status, processing_by: 3 }), action, people.cs, NOW);
      return decision.ok ? decision.patch.processing_by : decision.code;
    };
    expect(patch('TODO', 'start')).toBe(ME);
    expect(patch('PROCESSING', 'finish')).toBe(undefined);
    expect(patch('PROCESSING', 'put_back')).toBe(null);
    expect(patch('DONE', 'reopen')).toBe(ME);
  });
});

describe('offers for buttons', () => {
  it('a reader has no offered actions', () => {
    expect(getRequestOffers(createRequest(), people.reader)).toEqual([]);
  });

  it('an action that is not possible now is disabled with the reason', () => {
    const offer = getRequestOffers(createRequest({ status: 'NEED_REVIEW' }), people.cs).find(
      ({ action }) => action === 'start',
    );
    expect(offer).toEqual({ action: 'start', refusal: 'request_needs_review' });
  });

  it('the next action is the one that moves the request forward', () => {
    const getNextAction = (status: RequestState['status'], person: Person) =>
      nextRequestAction(createRequest({ status }), people[person]);
    expect(REQUEST_STATUSES.map((status) => getNextAction(status, 'admin reviewer'))).toEqual([
      'accept',
      'start',
      'finish',
      null,
    ]);
    expect(REQUEST_STATUSES.map((status) => getNextAction(status, 'cs'))).toEqual([null, 'start', 'finish', null]);
    expect(REQUEST_STATUSES.map((status) => getNextAction(status, 'reader'))).toEqual([null, null, null, null]);
  });

  it('two statuses have at most one action, and each move can be reversed', () => {
    for (const action of WORK_ACTIONS) {
      const [from, to] = WAYS[action][0] as ['TODO', 'TODO'];
      expect(findActionBetween(from, to)).toBe(action);
      expect(findActionBetween(to, from)).not.toBeNull();
    }
  });
});

it('quotes go to the administrators and all other types to customer service', () => {
  expect(REQUEST_TYPES.filter((type) => defaultBoard(type) === 'ADMIN_BOARD')).toEqual(['QUOTES']);
});
