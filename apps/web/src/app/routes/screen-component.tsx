import type { FlatNamespace } from 'i18next';
import { waitAtMost } from './wait-at-most.ts';
import { loadDictionaries } from '../../lib/i18n/i18n.ts';
import { lazyCode, type LazyCode, type LoadModule } from '../../ui/lazy/lazy.tsx';
import type { Screen } from '../screen.ts';

/** Longest wait for dictionaries after the code has loaded. Then the screen is drawn without them. */
const WORDS_WAIT_MS = 1000;

/**
 * Fetches code together with its dictionaries. React would delay a second wait, for the dictionaries, by another 300 ms, because it spaces
 * out the replacement of placeholders.
 */
export function withDictionaries<L extends LoadModule>(load: L, dictionaries: readonly FlatNamespace[] = []): L {
  return (async () => {
    const dictionaryLoad = loadDictionaries(dictionaries);
    const module = await load();
    await waitAtMost(dictionaryLoad, WORDS_WAIT_MS);
    return module;
  }) as L;
}

const components = new Map<string, LazyCode>();

/**
 * Returns the page of a screen, which loads on demand with its dictionaries. Every caller receives the same component, so its code is
 * fetched once.
 */
export function screenComponent(screen: Screen): LazyCode {
  let component = components.get(screen.path);
  if (!component) {
    component = lazyCode(withDictionaries(screen.load, screen.words));
    components.set(screen.path, component);
  }
  return component;
}
