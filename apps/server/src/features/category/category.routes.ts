import type { Handlers } from '../../http/handlers.ts';
import { listCat1, listCat2, listServiceTypes } from './category.queries.ts';

/** Reads without rules: routes call queries. */
export const categoryRoutes = {
  'category.list': async ({ db }) => {
    const types = (await listServiceTypes(db)).rows;
    const cat1 = await listCat1(db);
    const cat2 = await listCat2(db);
    return {
      service_type: Object.fromEntries(types.map((t) => [t.name, t])),
      cat1: Object.fromEntries(cat1.map((c) => [c.name, c])),
      cat2: Object.fromEntries(
        cat2.map(({ cat1_id, cat1_name, ...c }) => [
          `${cat1_name}.${c.name}`,
          { ...c, cat1: { id: cat1_id, name: cat1_name } },
        ]),
      ),
    };
  },
} satisfies Partial<Handlers>;
