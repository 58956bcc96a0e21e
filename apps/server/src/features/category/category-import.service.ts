import { cat2Input, categoryEndpoints } from '@darkroom/contract/category';
import { PRICE } from '@darkroom/contract/field-tables/customer';
import { CAT2, SERVICE_TYPE } from '@darkroom/contract/field-tables/setting';
import { foldName } from '@darkroom/domain/text/fold';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/response/fail.ts';
import {
  type ImportKind,
  type RowToSave,
  type SavedRecord,
  type Values,
  runCall,
} from '../record-import/import-kind.ts';
import { addCategory, deleteCategory, readCategories, updateCategories } from './category.service.ts';

const { enabled, level, estimate_minutes } = CAT2;
const { new_service_type, workstream, new_cat1, name, ...terms } = cat2Input.shape;
type Collections = Awaited<ReturnType<typeof readCategories>>;

/** Import of the catalogue, one row for each category 2. Category 1 and 2 find an existing category. */
export const CATEGORY_IMPORT: ImportKind = {
  fields: {
    service_type: PRICE.service_type,
    workstream: SERVICE_TYPE.workstream,
    cat1: PRICE.cat1,
    cat2: PRICE.cat2,
    level,
    estimate_minutes,
    enabled,
  },
  keys: ['cat1', 'cat2'],
  shape: () => ({ service_type: new_service_type, workstream, cat1: new_cat1.unwrap(), cat2: name, ...terms }),
  find: async (ctx, [row]) => [findRow(await readCategories(ctx.db), row!)],
  save: async (ctx, [row]) => [await saveCategory(ctx, row!)],
  remove: (ctx, { id, version }) => deleteCategory(ctx, { type: 'cat2', id, version }),
  columnOf: (path) => {
    const columns: Record<string, string> = {
      name: 'cat2',
      new_cat1: 'cat1',
      cat1_id: 'cat1',
      service_type_id: 'service_type',
      new_service_type: 'service_type',
    };
    return { column: columns[path] ?? path };
  },
};

const isSame = (one: unknown, other: unknown) => foldName(String(one)) === foldName(String(other));

/** Finds the category of a row, with the service type above it. */
function findRow({ cat2, cat1, service_type }: Collections, row: Values) {
  const found = Object.values(cat2).find((item) => isSame(item.name, row.cat2) && isSame(item.cat1.name, row.cat1));
  if (!found) return null;
  const above = Object.values(cat1).find(({ id }) => id === found.cat1.id);
  const type = Object.values(service_type).find(({ id }) => id === above?.service_type_id);
  const values = { ...found, service_type: isSame(type?.name, row.service_type) ? row.service_type : type?.name };
  return { id: found.id, version: found.version, values: { ...values, workstream: type?.workstream } };
}

async function saveCategory(ctx: Ctx, { values, found, changed }: RowToSave): Promise<SavedRecord> {
  if (found) {
    if (Object.keys(changed).length === 0) return found;
    const { service_type, workstream: moved, ...rest } = changed;
    // A move to another service type is done on the category page, which shows what moves with it.
    const fixed = Object.entries({ service_type, workstream: moved }).filter(([, value]) => value !== undefined);
    if (fixed.length > 0)
      throw fail('validation', { errors: fixed.map(([field]) => ({ field, code: 'parent_cannot_change' })) });
    const input = { type: 'cat2', id: found.id, version: found.version, ...rest };
    const collections = await runCall(ctx, categoryEndpoints.update, updateCategories, input);
    return Object.values(collections.cat2).find(({ id }) => id === found.id)!;
  }
  const known = await readCategories(ctx.db);
  const cat1 = Object.values(known.cat1).find((item) => isSame(item.name, values.cat1));
  const type = Object.values(known.service_type).find((item) => isSame(item.name, values.service_type));
  const { service_type, cat1: new_cat1_name, cat2, workstream: of, ...rest } = values;
  const above = cat1
    ? { cat1_id: cat1.id, ...(type && { service_type_id: type.id }) }
    : {
        new_cat1: new_cat1_name,
        ...(type ? { service_type_id: type.id } : { new_service_type: service_type, workstream: of }),
      };
  const input = { type: 'cat2', name: cat2, ...rest, ...above };
  const saved = findRow(await runCall(ctx, categoryEndpoints.add, addCategory, input), values);
  if (!saved) throw fail('internal');
  return saved;
}
