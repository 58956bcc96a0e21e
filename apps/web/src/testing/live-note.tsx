import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** What a note of the live stream comes to: everything that is shown is read anew. `Refetched` has to stand in the part. */
export function liveNote() {
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
