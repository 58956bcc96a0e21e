import { useEffect, useState } from 'react';

/** Reads the parameters of the URL fragment, which is never sent to a server, and removes them from the URL. */
export function useUrlFragment(): URLSearchParams {
  const [parameters] = useState(() => new URLSearchParams(window.location.hash.slice(1)));
  useEffect(() => {
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  }, []);
  return parameters;
}
