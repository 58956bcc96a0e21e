import i18next, { type FlatNamespace, type TFunction } from 'i18next';
import { createContext, use, useSyncExternalStore, type ReactNode } from 'react';

type Namespaces = FlatNamespace | readonly FlatNamespace[];
interface Translation<Ns extends Namespaces> {
  t: TFunction<Ns>;
  i18n: typeof i18next;
}

/** The translation of each list of dictionaries in the current language, and the load of dictionaries that are missing. */
const translations = new Map<string, Translation<Namespaces> | Promise<unknown>>();
let revision = 0;
i18next.on('languageChanged', () => {
  translations.clear();
  revision += 1;
});

const subscribe = (listener: () => void) => {
  i18next.on('languageChanged', listener);
  return () => i18next.off('languageChanged', listener);
};

/** Number of changes of the language or its dictionaries. A component that reads it renders again after each change. */
export const LanguageRevision = createContext(0);

/** Renders all texts again when the language changes. Only this part subscribes, because a list has hundreds of texts. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const current = useSyncExternalStore(subscribe, () => revision);
  return <LanguageRevision value={current}>{children}</LanguageRevision>;
}

/** Returns the texts of these dictionaries. The component suspends until they are loaded. */
export function useTranslation<const Ns extends Namespaces = 'common'>(ns?: Ns): Translation<Ns> {
  use(LanguageRevision);
  const names = ns ?? 'common';
  const key = String(names);
  let translation = translations.get(key);
  if (!translation || translation instanceof Promise) {
    const missing = [names].flat().filter((name) => !i18next.hasLoadedNamespace(name));
    if (missing.length > 0) {
      translation ??= i18next.loadNamespaces(missing);
      translations.set(key, translation);
      throw translation;
    }
    translation = { t: i18next.getFixedT(i18next.language, names), i18n: i18next };
    translations.set(key, translation);
  }
  return translation as Translation<Ns>;
}
