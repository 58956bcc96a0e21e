import { readMeta } from '../api/release.ts';
import { createStore } from '../store.ts';

/** Milliseconds by which this device's clock is behind the bureau's. */
const clockOffset = createStore(() => 0);

/** A server sends whole seconds, and updates the text once a second. */
const SERVER_TIME_PRECISION_MS = 2000;

/**
 * Returns the bureau's time in ms, because a device's clock can be a day off. The device's time is used if the server's time does not
 * exclude it (spec §1).
 */
export const clockNow = (): number => Date.now() + clockOffset.get();

/** Returns the current server time as an ISO instant. */
export const instantNow = (): string => new Date(clockNow()).toISOString();

/** Calls back when the device's clock is found wrong or right again. Returns the unsubscribe function. */
export const onClockChange = clockOffset.subscribe;

/** Compares the server's time with this device's clock. The server's time is between `sent` and now, otherwise the middle is used. */
export function syncClock(serverTime: number, sentAt: number): void {
  const [minOffset, maxOffset] = [serverTime - Date.now(), serverTime + SERVER_TIME_PRECISION_MS - sentAt];
  if (Number.isNaN(serverTime) || (minOffset <= clockOffset.get() && clockOffset.get() <= maxOffset)) return;
  clockOffset.set(minOffset <= 0 && maxOffset >= 0 ? 0 : (minOffset + maxOffset) / 2);
}

/** Reads the server's time from the page before anything is drawn. */
export function syncClockWithPage(): void {
  syncClock(Date.parse(readMeta('server-time')), Date.now() - performance.now());
}
