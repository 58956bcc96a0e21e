import { portalQuoteEndpoints } from '@darkroom/contract/portal/portal';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/call/query.ts';

/** As many as one page has. */
const MOST = 200;

/** The quotes that wait for the customer's answer, the newest first: one answer for the list, the menu and what is told. */
export function useWaitingQuotes(enabled = true) {
  const { data } = useQuery({ ...query(portalQuoteEndpoints.quotes, { status: ['SENT'], page_size: MOST }), enabled });
  return data?.results;
}
