import type { DetachedWindowAPI } from 'happy-dom';

/** Creates a drawing context that accepts every stroke and shows none. Its letters have a width, because positions depend on it. */
function createDrawingContext(): object {
  const methods: Record<PropertyKey, unknown> = { measureText: (text: string) => ({ width: text.length * 7 }) };
  return new Proxy(methods, { get: (_, name) => (name in methods ? methods[name] : () => undefined) });
}

/**
 * Installs a canvas for the test window, which has none. Charts draw with their real code, because a mock would leak into other test files.
 */
export function installCanvas({ settings }: DetachedWindowAPI): void {
  const context = createDrawingContext();
  settings.canvasAdapter = {
    getContext: () => context as never,
    toDataURL: () => 'data:,',
    toBlob: (_of, call) => call(null),
  };
}
