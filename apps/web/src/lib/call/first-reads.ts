import type { Actor } from '@darkroom/domain/task/decide';
import type { QueryClient } from '@tanstack/react-query';

/**
 * Begins to read what a page shows first, as soon as its code is here and before it is drawn: the page finds the answers on their way, or
 * there. A page exports it beside its component; it asks for exactly what the page will, or that is asked for twice.
 *
 * @param search the address's search part, as the router parses it
 * @returns what has to be here before the page can be drawn at that address, if it has parts that come late
 */
export type FirstReads = (
  client: QueryClient,
  search: Record<string, unknown>,
  actor: Actor,
) => Promise<unknown> | void;
