/** Types of requests (spec §3). */
export const REQUEST_TYPES = [
  'ADDITIONAL_REQUESTS',
  'MODIFICATION_REQUESTS',
  'CHANGE_REQUESTS',
  'FAULTS',
  'QUOTES',
] as const;
export type RequestType = (typeof REQUEST_TYPES)[number];

/** Ways in which a request reached the bureau, if a member of staff recorded it. */
export const REQUEST_CHANNELS = ['phone', 'zalo', 'email', 'other'] as const;

/** The two boards of requests (spec §3). */
export const REQUEST_BOARDS = ['ADMIN_BOARD', 'CS_BOARD'] as const;
export type RequestBoard = (typeof REQUEST_BOARDS)[number];

/** Statuses in the order of spec §4, which are the columns of a board from left to right. */
export const REQUEST_STATUSES = ['NEED_REVIEW', 'TODO', 'PROCESSING', 'DONE'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** First status of each request, before its review (domain §3). */
export const FIRST_STATUS: RequestStatus = 'NEED_REVIEW';

/** Returns the board of a new request: quotes go to the administrators, all others to customer service (domain §3). */
export const defaultBoard = (type: RequestType): RequestBoard => (type === 'QUOTES' ? 'ADMIN_BOARD' : 'CS_BOARD');
