import type { Topic } from '@darkroom/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { refreshNow } from './api/refresh.ts';

/** Refresh interval of job pages (spec §7). Pages refresh only while visible, and if the user was active within 120 s. */
const REFRESH_EVERY_MS = 45_000;
const ACTIVE_WITHIN_MS = 120_000;

const INPUT_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
let lastInputAt = 0;

/** Records the time of the user's last input. Called once at the start. */
export function watchActivity(): void {
  lastInputAt = Date.now();
  for (const eventType of INPUT_EVENTS) {
    window.addEventListener(eventType, () => (lastInputAt = Date.now()), { passive: true, capture: true });
  }
}

/** True if a periodic refresh is due: the page is visible, and the user was active recently. */
export const shouldRefresh = (now: number, visible: boolean, lastActive: number): boolean =>
  visible && now - lastActive <= ACTIVE_WITHIN_MS;

/**
 * Refreshes the visible data of `topics` every 45 s while the user is active. Its requests have the header X-Background, so that an open
 * page alone does not extend a session (domain §6).
 */
export function useActivityRefresh(topics: readonly Topic[]): void {
  const client = useQueryClient();
  const latest = useRef(topics);
  useEffect(() => {
    latest.current = topics;
  });
  useEffect(() => {
    const timer = setInterval(() => {
      if (shouldRefresh(Date.now(), document.visibilityState === 'visible', lastInputAt)) {
        refreshNow(client, latest.current);
      }
    }, REFRESH_EVERY_MS);
    return () => clearInterval(timer);
  }, [client]);
}
