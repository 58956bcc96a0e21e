import { createContext, useContext, useSyncExternalStore } from 'react';
import { createStore } from './store.ts';

/**
 * Preferences of this device. They are in cookies because local storage is cleared when a session ends (spec §8), and the look must stay
 * for the next user.
 */
export interface DeviceSettings {
  theme: 'light' | 'dark' | 'system';
  /** Single-key shortcuts. */
  keyboard: 'on' | 'off';
  /** The main menu with labels or as icons. `auto` shows icons on a narrow page. */
  sidebar: 'auto' | 'open' | 'folded';
}

const CHOICES: { [K in keyof DeviceSettings]: readonly [DeviceSettings[K], ...DeviceSettings[K][]] } = {
  theme: ['system', 'light', 'dark'],
  keyboard: ['on', 'off'],
  sidebar: ['auto', 'open', 'folded'],
};
const YEAR_SECONDS = 365 * 24 * 3600;

function readCookies(): DeviceSettings {
  const cookies = new Map(document.cookie.split('; ').map((pair) => pair.split('=', 2) as [string, string]));
  const pick = <K extends keyof DeviceSettings>(name: K): DeviceSettings[K] =>
    CHOICES[name].find((choice) => choice === cookies.get(`darkroom_${name}`)) ?? CHOICES[name][0];
  return { theme: pick('theme'), keyboard: pick('keyboard'), sidebar: pick('sidebar') };
}

const savedSettings = createStore(readCookies);
/** The look of a printed page. Paper is light, also on a dark screen. */
const printSettings = createStore<DeviceSettings | undefined>(() => undefined);

/** Reads the preferences for code outside components. */
export const readDevice = (): DeviceSettings => printSettings.get() ?? savedSettings.get();

/** Makes the page light while it is printed. */
export const setPrinting = (printing: boolean): void =>
  printSettings.set(printing ? { ...savedSettings.get(), theme: 'light' } : undefined);

/** Sets one preference of this device, immediately for every component that reads it. */
export function setDevice<K extends keyof DeviceSettings>(name: K, value: DeviceSettings[K]): void {
  document.cookie = `darkroom_${name}=${value}; path=/; max-age=${YEAR_SECONDS}; samesite=strict`;
  savedSettings.set({ ...savedSettings.get(), [name]: value });
}

export function useDevice(): DeviceSettings {
  const saved = savedSettings.use();
  return printSettings.use() ?? saved;
}

/** True if the page is being printed. Then all rows of a list are drawn, not only the visible rows. */
export const usePrinting = (): boolean => printSettings.use() !== undefined;

/** Creates a store for a media query that is read once. Every row reads it, and each new read makes the browser finish its styles first. */
export function mediaStore(mediaQuery: string) {
  let queryList: MediaQueryList | undefined;
  const getQueryList = () => (queryList ??= window.matchMedia(mediaQuery));
  return {
    subscribe: (listener: () => void) => {
      getQueryList().addEventListener('change', listener);
      return () => getQueryList().removeEventListener('change', listener);
    },
    matches: () => getQueryList().matches,
  };
}

const systemDark = mediaStore('(prefers-color-scheme: dark)');
/** One store, because every status of a list reads it. */
const darkTheme = {
  subscribe: (listener: () => void) => {
    const stops = [
      savedSettings.subscribe(listener),
      printSettings.subscribe(listener),
      systemDark.subscribe(listener),
    ];
    return () => stops.forEach((stop) => stop());
  },
  matches: () => {
    const { theme } = readDevice();
    return theme === 'system' ? systemDark.matches() : theme === 'dark';
  },
};
const systemReducedMotion = mediaStore('(prefers-reduced-motion: reduce)');

/** A part of the page that is dark with any preference. Its element has `data-theme` too. */
export const AlwaysDark = createContext(false);

/** True if this part of the page is dark now, by preference or by the system. */
export function useIsDark(): boolean {
  const dark = useSyncExternalStore(darkTheme.subscribe, darkTheme.matches);
  return useContext(AlwaysDark) || dark;
}

/** True if the user's system requests less motion. */
export const usePrefersReducedMotion = (): boolean =>
  useSyncExternalStore(systemReducedMotion.subscribe, systemReducedMotion.matches);
