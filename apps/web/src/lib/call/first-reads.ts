import type { Actor } from '@darkroom/domain/task/decide';
import type { QueryClient } from '@tanstack/react-query';

/**
 * Begins to read what a page shows first, as soon as its code is here and before it is drawn: the page finds the answers on their way, or
 * there. A page exports it beside its component; it asks for exactly what the page will, or that is asked for twice.
 *
 * @param search the address's search part, as the router parses it
 */
export type FirstReads = (client: QueryClient, search: Record<string, unknown>, actor: Actor) => void;
