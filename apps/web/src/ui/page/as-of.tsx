import type { Instant } from '@darkroom/domain/calendar/day';
import { useState } from 'react';
import { useFormat } from '../../lib/i18n/format.ts';
import { instantNow } from '../../lib/clock/clock.ts';
import styles from './as-of.module.css';

interface AsOfProps {
  period: string;
  /** Time of the figures. Undefined while they load. Null if there are none. */
  at: Instant | null | undefined;
  words: (at: string) => string;
}

/** The period and time of a report. Its space is reserved until both are known, so that the content below does not move. */
export function AsOf({ period, at, words }: AsOfProps) {
  const { dayTime } = useFormat();
  const [opened] = useState(instantNow);
  if (at !== undefined) return [period, at && words(dayTime(at))].filter(Boolean).join(' · ');
  return (
    <>
      {period}
      <span className={styles.placeholder} aria-hidden="true">
        {` · ${words(dayTime(opened))}`}
      </span>
    </>
  );
}
