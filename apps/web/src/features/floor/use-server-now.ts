import { useEffect, useState } from 'react';
import { useNow } from '../../lib/use-ticking-now.ts';

/**
 * The server's time in ms, ticking by itself between its answers: a wall's own clock may be wrong. Whatever an answer took on its way makes it
 * look older than it is, so of what answers say the latest holds; a device whose clock is set back or forward is followed with the next.
 */
export function useServerNow(at: string | undefined, everyMs: number): number {
  const [ahead, setAhead] = useState<number | null>(null);
  const now = useNow(everyMs);
  useEffect(() => {
    if (at === undefined) return undefined;
    const said = Date.parse(at) - Date.now();
    const keep = (before: number | null) =>
      before !== null && Math.abs(said - before) < SLACK_MS ? Math.max(before, said) : said;
    const timer = setTimeout(() => setAhead(keep));
    return () => clearTimeout(timer);
  }, [at]);
  return now + (ahead ?? 0);
}

const SLACK_MS = 3000;
