/** A meta tag that the server fills in as it sends index.html; empty where there is none. */
export const readMeta = (name: 'csp-nonce' | 'server-time'): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

/** The files that the page on the screen began with. Their names tell one release from another. */
export const ownFiles = (): string[] =>
  [...document.querySelectorAll('script[type=module][src]')].map((script) => script.getAttribute('src') ?? '');
