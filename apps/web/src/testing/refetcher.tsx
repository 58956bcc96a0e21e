import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Returns the effect of a live event: all shown data is read again. The part must contain `Refetched`. */
export function createRefetcher() {
  let refetch = async () => {};
  const Refetched = () => {
    const client = useQueryClient();
    useEffect(() => {
      refetch = () => client.refetchQueries();
    }, [client]);
    return null;
  };
  return { Refetched, refetch: () => refetch() };
}
