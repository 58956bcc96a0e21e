/** Reads a meta tag that the server fills in index.html. Empty if it is missing. */
export const readMeta = (name: 'csp-nonce' | 'server-time'): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

/** Returns the first files of the current page. Their names identify the release. */
export const getEntryFiles = (): string[] =>
  [...document.querySelectorAll('script[type=module][src]')].map((script) => script.getAttribute('src') ?? '');

/** True if the server serves another release. All first files are compared, because some have the same names in all releases. */
export const isNewReleaseServed = async (): Promise<boolean> => {
  const entryFiles = getEntryFiles();
  try {
    const response = await fetch('/', { cache: 'no-store' });
    if (!response.ok) return false;
    const served = await response.text();
    return entryFiles.some((file) => !served.includes(file));
  } catch {
    return false;
  }
};
