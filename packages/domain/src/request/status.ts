/** What a customer asks for (spec §3). */
export const REQUEST_TYPES = [
  'ADDITIONAL_REQUESTS',
  'MODIFICATION_REQUESTS',
  'CHANGE_REQUESTS',
  'FAULTS',
  'QUOTES',
] as const;
export type RequestType = (typeof REQUEST_TYPES)[number];

/** The two boards requests are worked on (spec §3). */
export const REQUEST_BOARDS = ['ADMIN_BOARD', 'CS_BOARD'] as const;
export type RequestBoard = (typeof REQUEST_BOARDS)[number];

/** The status order of spec §4: the columns of a board, left to right. */
export const REQUEST_STATUSES = ['NEED_REVIEW', 'TODO', 'PROCESSING', 'DONE'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** A request always begins here: nobody works on what nobody has looked at (domain §3). */
export const FIRST_STATUS: RequestStatus = 'NEED_REVIEW';

/** Which board a new request waits on: quotes are the administrators', the rest customer service's (domain §3). */
export const defaultBoard = (type: RequestType): RequestBoard => (type === 'QUOTES' ? 'ADMIN_BOARD' : 'CS_BOARD');
