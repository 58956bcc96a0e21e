import type { Actor } from '@darkroom/domain/task/decide';
import type { QueryClient } from '@tanstack/react-query';

/**
 * Starts a page's first reads when its code has loaded, before the page is drawn. The page exports the function next to its component. The
 * inputs must equal those of the page, or the data is fetched twice.
 * @param search the URL parameters, as the router parses them
 */
export type FirstReads = (client: QueryClient, search: Record<string, unknown>, actor: Actor) => void;
