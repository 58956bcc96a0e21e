import { allOf, anyOf } from '@darkroom/domain/permission/access';

/**
 * The customer's portal (domain §3, §4b). Every call answers what is the caller's own, and an answer's keys are all there is: no
 * member of staff, internal note, fault or QC has a field here (decision 102). A foreign id answers what a missing one does.
 */
export const portal = {
  access: anyOf('npn_customer'),
  // Who looks as they do sees their prices and orders: no more than one may see of customers anyway.
  viewedBy: allOf('npn_change_customer', 'npn_view_customer'),
  lock: null,
} as const;
/** The same for what is read. */
export const portalRead = { ...portal, method: 'POST', kind: 'read' } as const;
/** What a customer does about their requests; the bureau's people only read here (decision 104). */
export const portalWrite = { access: portal.access, lock: 'request', method: 'POST', kind: 'write' } as const;
