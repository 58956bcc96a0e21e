/** How long after it failed a style sheet is asked for again, then after twice as long, up to the longest. */
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 16_000;

/**
 * Asks again for style sheets that could not be fetched: what loads code with its styles asks for a sheet once, and the page would stay
 * bare until it is loaded anew.
 */
export function askForStylesAgain(): void {
  const waits = new Map<string, number>();
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
      const wait_ms = waits.get(target.href) ?? FIRST_WAIT_MS;
      waits.set(target.href, Math.min(wait_ms * 2, LONGEST_WAIT_MS));
      setTimeout(() => target.replaceWith(target.cloneNode()), wait_ms);
    },
    // Events of one element's loading do not rise.
    true,
  );
}
