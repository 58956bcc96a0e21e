import { readMeta } from '../call/release.ts';
import { createStore } from '../store.ts';

/** How far this device's clock is behind the bureau's, in ms. */
const ahead = createStore(() => 0);

/** A server says its time in whole seconds, and makes the words once a second. */
const SAID_MS = 2000;

/**
 * The bureau's time in ms. A device's own clock may be a day off, and what is entered by it would bear the wrong day: so the
 * device is believed as long as what the server says may be true beside it, else the server is (spec §1: all days are Bangkok's).
 */
export const clockNow = (): number => Date.now() + ahead.get();

/** The same as an instant on the wire. */
export const instantNow = (): string => new Date(clockNow()).toISOString();

/** Calls back when the device turned out to be wrong, or to be right again. Returns how to end that. */
export const onClockSet = ahead.subscribe;

/**
 * What the server said the time was, in an answer that was asked for at `sent` and is here now by this device's clock. It was said
 * somewhere in between: what lies outside of that is wrong, and then its middle holds.
 */
export function heardTime(said: number, sent: number): void {
  const [least, most] = [said - Date.now(), said + SAID_MS - sent];
  if (Number.isNaN(said) || (least <= ahead.get() && ahead.get() <= most)) return;
  ahead.set(least <= 0 && most >= 0 ? 0 : (least + most) / 2);
}

/** The page itself says when it was made, before anything of it is drawn. */
export function readPageTime(): void {
  heardTime(Date.parse(readMeta('server-time')), Date.now() - performance.now());
}
