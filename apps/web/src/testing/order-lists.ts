import type { ListSources } from '../features/job/bulk-add/validation/validation.ts';

/** One customer with one below it and one category, to match the names of a sheet. */
export const LIST_SOURCES: ListSources = {
  customers: {
    cus0_list: [{ id: 1, name: 'PixelCart' }],
    cus1_list: [{ id: 2, cus_id0: 1, name: 'PixelCart Home' }],
    cus2_list: [{ id: 3, cus_id1: 2, name: 'Lighting' }],
  },
  categories: {
    service_type: { a: { id: 1, name: 'E-commerce' } },
    cat1: { a: { id: 5, name: 'Clipping Path', service_type_id: 1 } },
    cat2: { a: { id: 51, name: 'Simple', enabled: true, cat1: { id: 5, name: 'Clipping Path' } } },
  },
  priorities: [],
};
