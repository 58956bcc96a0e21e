import type { RequestRow } from '../request/request.ts';
import type { FieldsOf } from './field.ts';

/** What a customer's request is made of. */
export const REQUEST = {
  id: { kind: 'number', word: 'request.id' },
  version: { kind: 'key' },
  type: { kind: 'word', words: 'status:requestType' },
  board: { kind: 'word', words: 'status:board' },
  status: { kind: 'word', words: 'status:request' },
  status_since: { kind: 'instant' },
  moved_by: { kind: 'record', of: 'user' },
  moved_by_name: { kind: 'key' },
  cus_id1: { kind: 'record', of: 'cus1', word: 'customer' },
  subject: { kind: 'text' },
  full_name: { kind: 'text', word: 'request.full_name' },
  job_name: { kind: 'text', word: 'request.job_name' },
  job_id: { kind: 'key' },
  prod_id: { kind: 'text', word: 'request.prod_id' },
  job_made: { kind: 'key' },
  service_type_id: { kind: 'record', of: 'service_type', word: 'request.service_type_id' },
  shared_link: { kind: 'link' },
  image_link: { kind: 'link' },
  description: { kind: 'notes' },
  reply: { kind: 'notes' },
  processing_by: { kind: 'record', of: 'user' },
  reviewed_by: { kind: 'record', of: 'user' },
  reviewed_at: { kind: 'instant' },
  rework_open: { kind: 'key' },
  rework_done: { kind: 'key' },
  rework_told: { kind: 'key' },
  parts_in_rework: { kind: 'key' },
  quote: { kind: 'key' },
  created_at: { kind: 'instant', word: 'request.created_at' },
  last_message_at: { kind: 'instant' },
  unread: { kind: 'count' },
  job_details: {
    kind: 'list',
    word: 'request.job_details',
    // What kind of work it is, the detail says; the history tells the number.
    fields: { job_detail_id: { kind: 'key' }, sub_prod_id: { kind: 'text' }, service_cat2_id: { kind: 'key' } },
  },
} as const satisfies FieldsOf<RequestRow>;
