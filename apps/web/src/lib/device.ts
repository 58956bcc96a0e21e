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

function read(): DeviceSettings {
  const cookies = new Map(document.cookie.split('; ').map((pair) => pair.split('=', 2) as [string, string]));
  const pick = <K extends keyof DeviceSettings>(name: K): DeviceSettings[K] =>
    CHOICES[name].find((choice) => choice === cookies.get(`darkroom_${name}`)) ?? CHOICES[name][0];
  return { theme: pick('theme'), keyboard: pick('keyboard'), sidebar: pick('sidebar') };
}

const kept = createStore(read);
/** The look of a printed page. Paper is light, whatever the screen is. */
const paper = createStore<DeviceSettings | undefined>(() => undefined);

/** The preferences, for code outside components. */
export const readDevice = (): DeviceSettings => paper.get() ?? kept.get();

/** Makes the page light while it is printed. */
export const setPrinting = (printing: boolean): void =>
  paper.set(printing ? { ...kept.get(), theme: 'light' } : undefined);

/** Sets one preference of this device, immediately for every component that reads it. */
export function setDevice<K extends keyof DeviceSettings>(name: K, value: DeviceSettings[K]): void {
  document.cookie = `darkroom_${name}=${value}; path=/; max-age=${YEAR_SECONDS}; samesite=strict`;
  kept.set({ ...kept.get(), [name]: value });
}

export function useDevice(): DeviceSettings {
  const own = kept.use();
  return paper.use() ?? own;
}

/** Whether the page is being printed. Then all rows of a list are drawn, not only the visible ones. */
export const usePrinting = (): boolean => paper.use() !== undefined;

/** A media query that is read once. Every row reads it, and each new read makes the browser finish its styles first. */
export function mediaStore(question: string) {
  let asked: MediaQueryList | undefined;
  const media = () => (asked ??= window.matchMedia(question));
  return {
    subscribe: (listener: () => void) => {
      media().addEventListener('change', listener);
      return () => media().removeEventListener('change', listener);
    },
    matches: () => media().matches,
  };
}

const systemDark = mediaStore('(prefers-color-scheme: dark)');
const systemStill = mediaStore('(prefers-reduced-motion: reduce)');

/** A part of the page that is dark with any preference. Its element has `data-theme` too. */
export const AlwaysDark = createContext(false);

/** Whether this place of the page is dark now, by preference or by the system. */
export function useDark(): boolean {
  const { theme } = useDevice();
  const dark = useSyncExternalStore(systemDark.subscribe, systemDark.matches);
  const always = useContext(AlwaysDark);
  if (always) return true;
  return theme === 'system' ? dark : theme === 'dark';
}

/** Whether the user's system asks for less motion. */
export const useStill = (): boolean => useSyncExternalStore(systemStill.subscribe, systemStill.matches);
