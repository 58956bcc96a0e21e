import { portalEndpoints } from '@darkroom/contract/portal/portal';
import { text } from '@darkroom/contract/fields';
import { listSearch } from '../../../lib/list-search.ts';

/** The own prices; what is looked for among them stands in the address only. */
export const ownPriceList = listSearch(portalEndpoints.price.input.shape, { beside: { text: text().optional() } });
