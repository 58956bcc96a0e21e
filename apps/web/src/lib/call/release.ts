/** A meta tag that the server fills in as it sends index.html; empty where there is none. */
export const readMeta = (name: 'csp-nonce' | 'server-time'): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

/** The files that the page on the screen began with. Their names tell one release from another. */
export const ownFiles = (): string[] =>
  [...document.querySelectorAll('script[type=module][src]')].map((script) => script.getAttribute('src') ?? '');

/**
 * Whether the server serves another release than the one on the screen: each begins with files of its own names. Some of them keep theirs
 * from release to release, so all are looked for.
 */
export const isAnotherServed = async (): Promise<boolean> => {
  const own = ownFiles();
  try {
    const answer = await fetch('/', { cache: 'no-store' });
    if (!answer.ok) return false;
    const served = await answer.text();
    return own.some((file) => !served.includes(file));
  } catch {
    return false;
  }
};
