import i18next, { type FlatNamespace, type i18n, type KeysOf, type TOptions, type WholeKeysOf } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import HttpBackend from 'i18next-http-backend';
import { TV_BOARD_PATH } from '../url.ts';
import { BUNDLES, DICTIONARIES } from './bundles.ts';

export const LANGUAGES = ['vi', 'en'] as const;

/** Storage name of the chosen language. */
const STORAGE_KEY = 'i18nextLng';

/** True for a TV board, whose language is set in its link. The viewer's own choice does not change. */
const isTvBoard = () => location.pathname === TV_BOARD_PATH;

const YEAR_MINUTES = 365 * 24 * 60;

let started: Promise<unknown>;

/**
 * Starts the dictionaries. Both readings of spec §1 are satisfied (decision 011): texts missing in English are read in Vietnamese, and the
 * default language is English, because the last detector is `<html lang="en">`.
 */
export function startI18n(): Promise<unknown> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  // Another tab has changed the choice. The stored value is read again. Otherwise two quick choices could make the tabs change each other
  // in turn.
  window.addEventListener('storage', ({ key }) => {
    const storedLanguage = key === STORAGE_KEY && LANGUAGES.find((item) => item === localStorage.getItem(STORAGE_KEY));
    if (storedLanguage && !isTvBoard()) void i18next.changeLanguage(storedLanguage);
  });
  installFallback(i18next);
  return (started = i18next
    .use(HttpBackend)
    .use(LanguageDetector)
    .init({
      supportedLngs: LANGUAGES,
      nonExplicitSupportedLngs: false,
      load: 'languageOnly',
      // A fallback language would be fetched in addition to every English dictionary (`installFallback`).
      fallbackLng: false,
      // The dictionaries of the frame and of screens load with their code.
      ns: [...BUNDLES.first],
      defaultNS: 'common',
      detection: {
        order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
        lookupQuerystring: 'lng',
        lookupCookie: STORAGE_KEY,
        lookupLocalStorage: STORAGE_KEY,
        lookupSessionStorage: STORAGE_KEY,
        // A 401 or a sign-out clears local storage (spec §8). The choice survives in the cookie.
        caches: isTvBoard() ? [] : ['localStorage', 'cookie'],
        cookieMinutes: YEAR_MINUTES,
        cookieOptions: { path: '/', sameSite: 'lax' },
        convertDetectedLanguage: (language) => language.slice(0, 2).toLowerCase(),
      },
      // The backend retries up to 5 times on a server error, after 350 ms, doubling (spec §7).
      backend: { ...DICTIONARIES, ...RETRY },
      // React escapes automatically.
      interpolation: { escapeValue: false },
      // While a dictionary is missing (`installFallback`), its keys are not shown.
      parseMissingKeyHandler: (_key, fallback?: string) => fallback ?? '…',
    }));
}

const FALLBACK = 'vi';

/** Pause after the last retry before a dictionary is fetched again. */
const RETRY_AFTER_MS = 5000;

/**
 * Replaces a failed English dictionary by the Vietnamese one (spec §1), which has the same keys. Missing dictionaries are fetched
 * repeatedly, so that the screen has one language after a short outage.
 */
export function installFallback(words: i18n): void {
  // Visible texts change immediately.
  const refreshTexts = () => words.emit('languageChanged', words.language);
  const retryLater = (language: string, namespace: string) =>
    void setTimeout(() => {
      void words
        .reloadResources([language], [namespace])
        .then(() => words.hasResourceBundle(language, namespace) && refreshTexts());
    }, RETRY_AFTER_MS);
  words.on('failedLoading', (language: string, namespace: string) => {
    if (language === FALLBACK) {
      if (words.language === FALLBACK) retryLater(language, namespace);
      return;
    }
    if (words.hasResourceBundle(language, namespace)) return retryLater(language, namespace);
    void words.reloadResources([FALLBACK], [namespace]).then(() => {
      const fallbackTexts: unknown = words.getResourceBundle(FALLBACK, namespace);
      if (fallbackTexts) {
        words.addResourceBundle(language, namespace, fallbackTexts);
        refreshTexts();
      }
      retryLater(language, namespace);
    });
  });
}

/** Fetches dictionaries, and those of the start if they are not requested yet. Resolves when all have loaded or failed. */
export const loadDictionaries = (dictionaries: readonly string[]): Promise<unknown> =>
  Promise.all([i18next.loadNamespaces(dictionaries), started]);

/** The retry rule of spec §7 for dictionaries, as options of i18next's backend connector. */
export const RETRY = { maxRetries: 5, retryTimeout: 350 };

/**
 * The `t` that a function needs to translate whole keys of these dictionaries (`errors:unforeseen`). Every component's `t` with these
 * dictionaries in its `useTranslation` fits.
 */
export interface Translate<Dictionary extends FlatNamespace> {
  (key: WholeKeysOf[Dictionary], options?: TOptions): string;
  // A key that ends with a code of the API has a default, because the code can be newer than the dictionary.
  (key: `${Dictionary}:${string}`, options: TOptions & { defaultValue: string }): string;
  readonly dictionaries?: Record<Dictionary, true>;
}

/** The keys under one key of a dictionary: `KeyUnder<'menu', 'areas'>` is `'job' | 'customer' | …`. */
export type KeyUnder<Dictionary extends FlatNamespace, Word extends string> = KeysBelow<KeysOf[Dictionary], Word>;

type KeysBelow<Key, Word extends string> = Key extends `${Word}.${infer Rest}` ? Rest : never;
