import i18next, { type FlatNamespace, type i18n, type KeysOf, type TOptions, type WholeKeysOf } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import HttpBackend from 'i18next-http-backend';
import { initReactI18next } from 'react-i18next';
import { WALL } from '../address.ts';
import { BUNDLES, DICTIONARIES } from './bundles.ts';

export const LANGUAGES = ['vi', 'en'] as const;

/** What the choice is called wherever it is kept. */
const KEPT_AS = 'i18nextLng';

/** A wall's language stands in its link, and is nobody's choice: who looks at one keeps their own beside it. */
const isTvBoard = () => location.pathname === WALL;

const YEAR_MINUTES = 365 * 24 * 60;

let started: Promise<unknown>;

/**
 * Starts the dictionaries. Both readings of spec §1 hold (decision 011): what cannot be had in English is read
 * in Vietnamese, and where nothing tells the language it is English: the last detector is `<html lang="en">`.
 */
export function startI18n(): Promise<unknown> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  // What another tab of this browser has chosen. It is read anew: of two choices that follow each other, tabs would send both to and fro.
  window.addEventListener('storage', ({ key }) => {
    const chosen = key === KEPT_AS && LANGUAGES.find((one) => one === localStorage.getItem(KEPT_AS));
    if (chosen && !isTvBoard()) void i18next.changeLanguage(chosen);
  });
  fallBack(i18next);
  return (started = i18next
    .use(HttpBackend)
    .use(LanguageDetector)
    .use(initReactI18next)
    .init({
      supportedLngs: LANGUAGES,
      nonExplicitSupportedLngs: false,
      load: 'languageOnly',
      // It would be fetched beside every English dictionary (`fallBack`).
      fallbackLng: false,
      // What the frame and a screen are written with comes with their code.
      ns: [...BUNDLES.first],
      defaultNS: 'common',
      detection: {
        order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
        lookupQuerystring: 'lng',
        lookupCookie: KEPT_AS,
        lookupLocalStorage: KEPT_AS,
        lookupSessionStorage: KEPT_AS,
        // A 401 clears local storage (spec §8), and so does signing out: the choice outlives both in the cookie.
        caches: isTvBoard() ? [] : ['localStorage', 'cookie'],
        cookieMinutes: YEAR_MINUTES,
        cookieOptions: { path: '/', sameSite: 'lax' },
        convertDetectedLanguage: (language) => language.slice(0, 2).toLowerCase(),
      },
      // Spec §7: up to 5 more tries on a server error, after 350 ms, doubling.
      backend: { ...DICTIONARIES, ...RETRY },
      // React escapes by itself.
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
      // While a dictionary cannot be had at all (`fallBack`), nobody reads its keys.
      parseMissingKeyHandler: (_key, otherwise?: string) => otherwise ?? '…',
    }));
}

const FALLBACK = 'vi';

/** How long after the last try a dictionary is asked for again. */
const AGAIN_MS = 5000;

/**
 * The dictionaries' fallback is Vietnamese (spec §1). Both languages have the same keys, so it is asked for only where an English dictionary
 * could not be fetched, and takes its place. Meanwhile the page goes on asking for its own, as it does where neither can be had: a server that
 * was away for a minute leaves nobody with the other language.
 */
export function fallBack(words: i18n): void {
  // What is on the screen says it at once.
  const say = () => words.emit('languageChanged', words.language);
  const again = (language: string, namespace: string) =>
    void setTimeout(() => {
      void words
        .reloadResources([language], [namespace])
        .then(() => words.hasResourceBundle(language, namespace) && say());
    }, AGAIN_MS);
  words.on('failedLoading', (language: string, namespace: string) => {
    if (language === FALLBACK) {
      if (words.language === FALLBACK) again(language, namespace);
      return;
    }
    if (words.hasResourceBundle(language, namespace)) return again(language, namespace);
    void words.reloadResources([FALLBACK], [namespace]).then(() => {
      const instead: unknown = words.getResourceBundle(FALLBACK, namespace);
      if (instead) {
        words.addResourceBundle(language, namespace, instead);
        say();
      }
      again(language, namespace);
    });
  });
}

/** Fetches dictionaries, with those of the start where it has not asked for its own yet. Done when all are here, or cannot be had. */
export const fetchWords = (dictionaries: readonly string[]): Promise<unknown> =>
  Promise.all([i18next.loadNamespaces(dictionaries), started]);

/** The retry rule of spec §7 for dictionaries, in the words of i18next's backend connector. */
export const RETRY = { maxRetries: 5, retryTimeout: 350 };

/**
 * The `t` that a function wants which says words of these dictionaries by their whole keys (`errors:unforeseen`): every
 * component's `t` that names them in the list of its `useTranslation` will do, whatever else it names.
 */
export interface Words<Dictionary extends FlatNamespace> {
  (key: WholeKeysOf[Dictionary], options?: TOptions): string;
  // A key that ends in a code from the wire, which may be newer than our words, comes with a default.
  (key: `${Dictionary}:${string}`, options: TOptions & { defaultValue: string }): string;
  readonly dictionaries?: Record<Dictionary, true>;
}

/** What stands under one word of a dictionary: `KeyUnder<'menu', 'areas'>` is `'job' | 'customer' | …`. */
export type KeyUnder<Dictionary extends FlatNamespace, Word extends string> = Below<KeysOf[Dictionary], Word>;

type Below<Key, Word extends string> = Key extends `${Word}.${infer Rest}` ? Rest : never;
