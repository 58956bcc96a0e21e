/** How long after it failed a style sheet is asked for again, then after twice as long, up to the longest. */
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 16_000;

/** Links to styles that could not be fetched. */
const failed = new Set<HTMLLinkElement>();

/** Settled once it is known what came of it. */
const askAgain = (link: HTMLLinkElement) =>
  new Promise<unknown>((settle) => {
    // Asked for since then.
    if (!failed.delete(link)) return settle(null);
    // A link that failed is done with: only another one in its place asks again.
    const next = link.cloneNode() as HTMLLinkElement;
    for (const kind of ['load', 'error']) next.addEventListener(kind, settle);
    link.replaceWith(next);
  });

/** Asks at once for all styles that could not be fetched, and waits for what comes of it: what is drawn then is not drawn without them. */
export const stylesAgain = (): Promise<unknown> => Promise.all([...failed].map(askAgain));

/**
 * Asks again for style sheets that could not be fetched: what loads code with its styles asks for a sheet once, and the page would stay
 * bare until it is loaded again.
 */
export function keepStyles(): void {
  const waits = new Map<string, number>();
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
      const wait_ms = waits.get(target.href) ?? FIRST_WAIT_MS;
      waits.set(target.href, Math.min(wait_ms * 2, LONGEST_WAIT_MS));
      failed.add(target);
      setTimeout(() => void askAgain(target), wait_ms);
    },
    // Events of one element's loading do not rise.
    true,
  );
  addEventListener('online', () => void stylesAgain());
}
