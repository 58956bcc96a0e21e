import { createContext, useContext, useSyncExternalStore } from 'react';
import { createStore } from './store.ts';

/**
 * What this device prefers. Kept in cookies of this site, not in local storage: that is cleared whenever a session ends
 * (spec §8), which must not change how the page looks to whoever signs in next morning.
 */
export interface DeviceSettings {
  theme: 'light' | 'dark' | 'system';
  /** Single-key shortcuts. */
  keyboard: 'on' | 'off';
  /** The main menu with its words, or as icons; `auto` is icons where the page is narrow. */
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
/** What the page looks like while it is printed: paper is light whatever the screen is. */
const paper = createStore<DeviceSettings | undefined>(() => undefined);

/** The preferences for what is no component. */
export const readDevice = (): DeviceSettings => paper.get() ?? kept.get();

/** Has the page light while it is printed. */
export const setPrinting = (printing: boolean): void =>
  paper.set(printing ? { ...kept.get(), theme: 'light' } : undefined);

/** Sets one preference of this device, at once for every component that reads it. */
export function setDevice<K extends keyof DeviceSettings>(name: K, value: DeviceSettings[K]): void {
  document.cookie = `darkroom_${name}=${value}; path=/; max-age=${YEAR_SECONDS}; samesite=strict`;
  kept.set({ ...kept.get(), [name]: value });
}

export function useDevice(): DeviceSettings {
  const own = kept.use();
  return paper.use() ?? own;
}

/** Whether the page is being printed: then all that a list shows is drawn, not what is in sight of it. */
export const usePrinting = (): boolean => paper.use() !== undefined;

/** A media query that is asked once: asking anew has the browser finish its styles first, and every row of a list asks. */
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

/** A part of the page that is dark whatever is chosen; its element says so too (`data-theme`). */
export const AlwaysDark = createContext(false);

/** Whether the page is dark now, where it is asked: chosen, or as the system has it. */
export function useDark(): boolean {
  const { theme } = useDevice();
  const dark = useSyncExternalStore(systemDark.subscribe, systemDark.matches);
  const always = useContext(AlwaysDark);
  if (always) return true;
  return theme === 'system' ? dark : theme === 'dark';
}

/** Whether the person asked their system for less motion. */
export const useStill = (): boolean => useSyncExternalStore(systemStill.subscribe, systemStill.matches);
