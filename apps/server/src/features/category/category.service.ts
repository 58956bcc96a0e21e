import type { CategoryUses } from '@darkroom/contract/category';
import type { CategoryType } from '@darkroom/domain/category/tree';
import { sql } from 'kysely';
import { lockRowVersion, recordChange } from '../../audit/change.ts';
import type { Database } from '../../db/connect.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/response/fail.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { emit } from '../../live/emit.ts';
import {
  countUses,
  deleteCategoryRow,
  findCategory,
  findDuplicateKey,
  lockOrders,
  insertCategory,
  isNameTaken,
  listLevel,
  lockCatalogue,
  lockCategory,
  TABLES,
  updateCategory,
  type CategoryRows,
} from './category.queries.ts';

type Collections = ResponseOf<'category.list'>;
type RefusedField = { field: string; code: string };

const toRecordKind = <T extends CategoryType>(type: T) => ({
  entity: TABLES[type],
  topic: 'category' as const,
  lock: (db: Database, id: number) => lockCategory(db, type, id),
});

/** Reads the collections of categories, with the keys of spec §3. */
export async function readCategories(db: Database): Promise<Collections> {
  const types = await listLevel(db, 'service_type');
  const cat1 = await listLevel(db, 'cat1');
  const cat2 = await listLevel(db, 'cat2');
  const names = new Map(cat1.map((c) => [c.id, c.name]));
  return {
    service_type: Object.fromEntries(types.map((t) => [t.name, t])),
    cat1: Object.fromEntries(cat1.map((c) => [c.name, c])),
    cat2: Object.fromEntries(
      cat2.map(({ cat1_id, ...c }) => {
        const name = names.get(cat1_id) ?? '';
        return [`${name}.${c.name}`, { ...c, cat1: { id: cat1_id, name } }];
      }),
    ),
  };
}

/** Adds a record with its new parents in one request (spec §5, "select or new"). */
export async function addCategory(ctx: Ctx, input: InputFor<'category.add'>): Promise<Collections> {
  await lockCatalogue(ctx.db);
  switch (input.type) {
    case 'service_type': {
      const { name, workstream } = input;
      throwIfErrors(await nameErrors(ctx, 'service_type', name, 'name'));
      await insertRecord(ctx, 'service_type', { name, workstream });
      break;
    }
    case 'cat1': {
      throwIfErrors([...(await typeErrors(ctx, input)), ...(await nameErrors(ctx, 'cat1', input.name, 'name'))]);
      await insertRecord(ctx, 'cat1', { name: input.name, service_type_id: await findOrAddType(ctx, input) });
      break;
    }
    case 'cat2': {
      const { name, level, estimate_minutes, enabled } = input;
      throwIfErrors([
        ...(await cat1Errors(ctx, input)),
        ...(input.cat1_id === undefined ? [] : await nameErrors(ctx, 'cat2', name, 'name', input.cat1_id)),
      ]);
      const cat1_id = await findOrAddCat1(ctx, input);
      await insertRecord(ctx, 'cat2', { name, cat1_id, level, enabled, estimate_minutes });
      break;
    }
    default: {
      const never: never = input;
      return never;
    }
  }
  return readValidCategories(ctx);
}

type TypeChoice = Pick<
  Extract<InputFor<'category.add'>, { type: 'cat1' }>,
  'service_type_id' | 'new_service_type' | 'workstream'
>;
type Cat1Choice = TypeChoice & Pick<Extract<InputFor<'category.add'>, { type: 'cat2' }>, 'cat1_id' | 'new_cat1'>;

/** Finds errors of a service type: an existing one, or a new one with its workstream. */
async function typeErrors(ctx: Ctx, choice: TypeChoice): Promise<RefusedField[]> {
  const { service_type_id, new_service_type, workstream } = choice;
  if (new_service_type === undefined) {
    if (service_type_id === undefined) return [{ field: 'service_type_id', code: 'required' }];
    const known = await findCategory(ctx.db, 'service_type', service_type_id);
    return [
      ...(known ? [] : [{ field: 'service_type_id', code: 'unknown' }]),
      ...(workstream === undefined ? [] : [{ field: 'workstream', code: 'invalid' }]),
    ];
  }
  return [
    ...(service_type_id === undefined ? [] : [{ field: 'service_type_id', code: 'invalid' }]),
    ...(workstream === undefined ? [{ field: 'workstream', code: 'required' }] : []),
    ...(await nameErrors(ctx, 'service_type', new_service_type, 'new_service_type')),
  ];
}

/** Finds errors of a category 1: an existing one, or a new one under its service type. */
async function cat1Errors(ctx: Ctx, choice: Cat1Choice): Promise<RefusedField[]> {
  const { cat1_id, new_cat1 } = choice;
  if (cat1_id === undefined) {
    const nameFieldErrors =
      new_cat1 === undefined
        ? [{ field: 'cat1_id', code: 'required' }]
        : await nameErrors(ctx, 'cat1', new_cat1, 'new_cat1');
    return [...(await typeErrors(ctx, choice)), ...nameFieldErrors];
  }
  const known = await findCategory(ctx.db, 'cat1', cat1_id);
  if (!known) return [{ field: 'cat1_id', code: 'unknown' }];
  const conflicting = (['new_cat1', 'new_service_type', 'workstream'] as const).filter((f) => choice[f] !== undefined);
  const isOtherType = choice.service_type_id !== undefined && choice.service_type_id !== known.service_type_id;
  return [
    ...conflicting.map((field) => ({ field, code: 'invalid' })),
    ...(isOtherType ? [{ field: 'cat1_id', code: 'invalid' }] : []),
  ];
}

const nameErrors = async (ctx: Ctx, type: CategoryType, name: string, field: string, cat1_id?: number) =>
  (await isNameTaken(ctx.db, type, name, cat1_id)) ? [{ field, code: 'exists' }] : [];

function throwIfErrors(errors: RefusedField[]): void {
  if (errors.length === 0) return;
  throw fail(errors.every(({ code }) => code === 'exists') ? 'exists' : 'validation', { errors });
}

async function findOrAddType(ctx: Ctx, { service_type_id, new_service_type, workstream }: TypeChoice): Promise<number> {
  if (service_type_id !== undefined) return service_type_id;
  return (await insertRecord(ctx, 'service_type', { name: new_service_type ?? '', workstream: workstream ?? 'PTE' }))
    .id;
}

async function findOrAddCat1(ctx: Ctx, choice: Cat1Choice): Promise<number> {
  if (choice.cat1_id !== undefined) return choice.cat1_id;
  return (
    await insertRecord(ctx, 'cat1', { name: choice.new_cat1 ?? '', service_type_id: await findOrAddType(ctx, choice) })
  ).id;
}

async function insertRecord<T extends CategoryType>(ctx: Ctx, type: T, row: Omit<CategoryRows[T], 'id' | 'version'>) {
  return recordChange(ctx, toRecordKind(type), 'category.add', undefined, await insertCategory(ctx.db, type, row));
}

/** Reads the catalogue after a change. Throws an error unless each category 2 has a unique key. */
async function readValidCategories(ctx: Ctx): Promise<Collections> {
  const duplicates = await findDuplicateKey(ctx.db);
  if (duplicates.length > 0) {
    const detail = duplicates.map(({ cat1, cat2 }) => `“${cat1}” / “${cat2}”`).join(', ');
    throw fail('category_name_exists', { field: 'name', detail });
  }
  return readCategories(ctx.db);
}

/** Changes a record. One with job details below it cannot go to the other workstream (decision 041). */
export async function updateCategories(ctx: Ctx, input: InputFor<'category.update'>): Promise<Collections> {
  const { type, id, version, ...patch } = input;
  if (Object.keys(patch).length === 0) throw fail('no_fields_to_change', { field: 'name' });
  const before = await lockRowVersion(ctx, toRecordKind(type), id, version, { field: 'id' });
  const hasChanges = Object.entries(patch).some(([field, value]) => before[field as 'name'] !== value);
  if (!hasChanges) return readCategories(ctx.db);
  const move = await findWorkstreamMove(ctx, input, before);
  if (move) {
    await lockOrders(ctx.db, type, id);
    const uses = await countUses(ctx.db, type, id);
    if (uses.job_details > 0) {
      throw fail('workstream_in_use', { field: move, current: uses, detail: formatUses(uses) });
    }
  }
  const after = await updateCategory(ctx.db, type, id, patch);
  await recordChange(ctx, toRecordKind(type), 'category.update', before, after);
  if (input.type === 'cat2' && input.cat1_id !== undefined) {
    // Ordered details below it now show the other category 1.
    await emit(ctx, 'job', []);
    await emit(ctx, 'task', []);
  }
  return readValidCategories(ctx);
}

/** Finds the field that moves a record to the other workstream. Returns null if it stays. */
async function findWorkstreamMove(
  ctx: Ctx,
  input: InputFor<'category.update'>,
  before: CategoryRows[CategoryType],
): Promise<string | null> {
  const findWorkstream = async (service_type_id: number | undefined) =>
    service_type_id === undefined
      ? undefined
      : (await findCategory(ctx.db, 'service_type', service_type_id))?.workstream;
  switch (input.type) {
    case 'service_type':
      return input.workstream && input.workstream !== (before as CategoryRows['service_type']).workstream
        ? 'workstream'
        : null;
    case 'cat1': {
      if (input.service_type_id === undefined) return null;
      const next = await findWorkstream(input.service_type_id);
      if (!next) throw fail('validation', { errors: [{ field: 'service_type_id', code: 'unknown' }] });
      return next === (await findWorkstream((before as CategoryRows['cat1']).service_type_id))
        ? null
        : 'service_type_id';
    }
    case 'cat2': {
      if (input.cat1_id === undefined) return null;
      const to = await findCategory(ctx.db, 'cat1', input.cat1_id);
      if (!to) throw fail('validation', { errors: [{ field: 'cat1_id', code: 'unknown' }] });
      const from = await findCategory(ctx.db, 'cat1', (before as CategoryRows['cat2']).cat1_id);
      return (await findWorkstream(to.service_type_id)) === (await findWorkstream(from?.service_type_id))
        ? null
        : 'cat1_id';
    }
    default: {
      const never: never = input;
      return never;
    }
  }
}

/** Deletes an unused record, so that histories stay complete. The refusal counts the uses. */
export async function deleteCategory(ctx: Ctx, input: InputFor<'category.delete'>): Promise<Collections> {
  const { type, id, version } = input;
  const before = await lockRowVersion(ctx, toRecordKind(type), id, version, { field: 'id' });
  const uses = await countUses(ctx.db, type, id);
  if (Object.values(uses).some((n) => n > 0)) throw fail('in_use', { current: uses, detail: formatUses(uses) });
  await deleteCategoryRow(ctx.db, type, id);
  await recordChange(ctx, toRecordKind(type), 'category.delete', before, undefined);
  return readCategories(ctx.db);
}

const formatUses = (uses: CategoryUses): string =>
  Object.entries(uses)
    .flatMap(([kind, n]) => (n > 0 ? [`${kind}: ${n}`] : []))
    .join(', ');

/** Finds the ids of categories 2 below any mix of service types and categories. Returns null if none is given. */
export async function findCategories2Below(
  db: Database,
  filter: { service_type_id?: number[]; service_cat1_id?: number[]; service_cat2_id?: number[] },
): Promise<number[] | null> {
  const { service_type_id: st = [], service_cat1_id: c1 = [], service_cat2_id: c2 = [] } = filter;
  if (!st.length && !c1.length && !c2.length) return null;
  const { rows } = await sql<{ id: number }>`
    select c2.id from service_cat2 c2 join service_cat1 c1 on c1.id = c2.cat1_id
     where (${st.length === 0} or c1.service_type_id = any(${st}::int[]))
       and (${c1.length === 0} or c1.id = any(${c1}::int[]))
       and (${c2.length === 0} or c2.id = any(${c2}::int[]))`.execute(db);
  return rows.map((r) => r.id);
}
