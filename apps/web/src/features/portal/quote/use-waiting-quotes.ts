import { portalQuoteEndpoints } from '@darkroom/contract/portal/portal';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/api/query.ts';

const PAGE_SIZE = 200;

/** Fetches the quotes that wait for the customer's answer, newest first. List, menu and toasts share one request. */
export function useWaitingQuotes(enabled = true) {
  const { data } = useQuery({
    ...query(portalQuoteEndpoints.quotes, { status: ['SENT'], page_size: PAGE_SIZE }),
    enabled,
  });
  return data?.results;
}
