import type { DetachedWindowAPI } from 'happy-dom';

/** A drawing takes every stroke and shows none; its letters have a width, for places are reckoned with it. */
function drawing(): object {
  const held: Record<PropertyKey, unknown> = { measureText: (words: string) => ({ width: words.length * 7 }) };
  return new Proxy(held, { get: (_, name) => (name in held ? held[name] : () => undefined) });
}

/**
 * The window has no canvas of its own. Charts draw on this one, with their real code: files of tests share what is loaded, and a
 * chart's code that one of them had replaced stayed replaced, or real, for those after it.
 */
export function installCanvas({ settings }: DetachedWindowAPI): void {
  const context = drawing();
  settings.canvasAdapter = {
    getContext: () => context as never,
    toDataURL: () => 'data:,',
    toBlob: (_of, call) => call(null),
  };
}
