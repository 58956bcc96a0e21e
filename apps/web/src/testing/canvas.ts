import type { DetachedWindowAPI } from 'happy-dom';

/** A drawing context that accepts every stroke and shows none. Its letters have a width, because positions depend on it. */
function drawing(): object {
  const held: Record<PropertyKey, unknown> = { measureText: (words: string) => ({ width: words.length * 7 }) };
  return new Proxy(held, { get: (_, name) => (name in held ? held[name] : () => undefined) });
}

/** Canvas for the test window, which has none. Charts draw with their real code, because a mock would leak into other test files. */
export function installCanvas({ settings }: DetachedWindowAPI): void {
  const context = drawing();
  settings.canvasAdapter = {
    getContext: () => context as never,
    toDataURL: () => 'data:,',
    toBlob: (_of, call) => call(null),
  };
}
