import type { InputFor } from '../../http/handlers.ts';

/** The fields of the detail record, as a call brings them. */
export type DetailFields = InputFor<'customer.detailAdd'>['details'];

/** A detail record as it is kept: what is empty is null. */
export const orNull = (details: DetailFields): DetailFields =>
  Object.fromEntries(Object.entries(details).map(([field, value]) => [field, value === '' ? null : value]));
