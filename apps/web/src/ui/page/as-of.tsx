import type { Instant } from '@darkroom/domain/calendar/day';
import { useState } from 'react';
import { useFormat } from '../../lib/words/format.ts';
import { instantNow } from '../../lib/clock/clock.ts';
import styles from './as-of.module.css';

interface AsOfProps {
  period: string;
  /** undefined while the figures are on their way; null where there are none yet. */
  at: Instant | null | undefined;
  words: (at: string) => string;
}

/** Which period a report is of, and as of when: until that is known its room is kept, so that what stands below is not pushed down. */
export function AsOf({ period, at, words }: AsOfProps) {
  const { dayTime } = useFormat();
  const [opened] = useState(instantNow);
  if (at !== undefined) return [period, at && words(dayTime(at))].filter(Boolean).join(' · ');
  return (
    <>
      {period}
      <span className={styles.kept} aria-hidden="true">
        {` · ${words(dayTime(opened))}`}
      </span>
    </>
  );
}
