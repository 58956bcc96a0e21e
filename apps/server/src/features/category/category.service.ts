import type { CategoryUses } from '@darkroom/contract/category';
import type { CategoryType } from '@darkroom/domain/category/tree';
import { sql } from 'kysely';
import { lockSeenRow, recordChange } from '../../audit/change.ts';
import type { Database } from '../../db/connect.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/answer/fail.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { emit } from '../../live/emit.ts';
import {
  countUses,
  deleteCategoryRow,
  findCategory,
  findSharedKey,
  lockOrders,
  insertCategory,
  isTaken,
  listLevel,
  lockCatalogue,
  lockCategory,
  TABLES,
  updateCategory,
  type CategoryRows,
} from './category.queries.ts';

type Collections = AnswerOf<'category.list'>;
type Refused = { field: string; code: string };

const kindOf = <T extends CategoryType>(type: T) => ({
  entity: TABLES[type],
  topic: 'category' as const,
  lock: (db: Database, id: number) => lockCategory(db, type, id),
});

/** Collections of categories, with the keys of spec §3. */
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

/** Adds a record with its new parents in one call (spec §5, "select or new"). */
export async function addCategory(ctx: Ctx, input: InputFor<'category.add'>): Promise<Collections> {
  await lockCatalogue(ctx.db);
  switch (input.type) {
    case 'service_type': {
      const { name, workstream } = input;
      refuse(await nameErrors(ctx, 'service_type', name, 'name'));
      await insert(ctx, 'service_type', { name, workstream });
      break;
    }
    case 'cat1': {
      refuse([...(await typeErrors(ctx, input)), ...(await nameErrors(ctx, 'cat1', input.name, 'name'))]);
      await insert(ctx, 'cat1', { name: input.name, service_type_id: await typeFor(ctx, input) });
      break;
    }
    case 'cat2': {
      const { name, level, estimate_minutes, enabled } = input;
      refuse([
        ...(await cat1Errors(ctx, input)),
        ...(input.cat1_id === undefined ? [] : await nameErrors(ctx, 'cat2', name, 'name', input.cat1_id)),
      ]);
      const cat1_id = await cat1For(ctx, input);
      await insert(ctx, 'cat2', { name, cat1_id, level, enabled, estimate_minutes });
      break;
    }
    default: {
      const never: never = input;
      return never;
    }
  }
  return settled(ctx);
}

type TypeChoice = Pick<
  Extract<InputFor<'category.add'>, { type: 'cat1' }>,
  'service_type_id' | 'new_service_type' | 'workstream'
>;
type Cat1Choice = TypeChoice & Pick<Extract<InputFor<'category.add'>, { type: 'cat2' }>, 'cat1_id' | 'new_cat1'>;

/** Errors of a service type: an existing one, or a new one with its workstream. */
async function typeErrors(ctx: Ctx, choice: TypeChoice): Promise<Refused[]> {
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

/** Errors of a category 1: an existing one, or a new one under its service type. */
async function cat1Errors(ctx: Ctx, choice: Cat1Choice): Promise<Refused[]> {
  const { cat1_id, new_cat1 } = choice;
  if (cat1_id === undefined) {
    const named =
      new_cat1 === undefined
        ? [{ field: 'cat1_id', code: 'required' }]
        : await nameErrors(ctx, 'cat1', new_cat1, 'new_cat1');
    return [...(await typeErrors(ctx, choice)), ...named];
  }
  const known = await findCategory(ctx.db, 'cat1', cat1_id);
  if (!known) return [{ field: 'cat1_id', code: 'unknown' }];
  const beside = (['new_cat1', 'new_service_type', 'workstream'] as const).filter((f) => choice[f] !== undefined);
  const other = choice.service_type_id !== undefined && choice.service_type_id !== known.service_type_id;
  return [
    ...beside.map((field) => ({ field, code: 'invalid' })),
    ...(other ? [{ field: 'cat1_id', code: 'invalid' }] : []),
  ];
}

const nameErrors = async (ctx: Ctx, type: CategoryType, name: string, field: string, cat1_id?: number) =>
  (await isTaken(ctx.db, type, name, cat1_id)) ? [{ field, code: 'exists' }] : [];

function refuse(errors: Refused[]): void {
  if (errors.length === 0) return;
  throw fail(errors.every(({ code }) => code === 'exists') ? 'exists' : 'validation', { errors });
}

async function typeFor(ctx: Ctx, { service_type_id, new_service_type, workstream }: TypeChoice): Promise<number> {
  if (service_type_id !== undefined) return service_type_id;
  return (await insert(ctx, 'service_type', { name: new_service_type ?? '', workstream: workstream ?? 'PTE' })).id;
}

async function cat1For(ctx: Ctx, choice: Cat1Choice): Promise<number> {
  if (choice.cat1_id !== undefined) return choice.cat1_id;
  return (await insert(ctx, 'cat1', { name: choice.new_cat1 ?? '', service_type_id: await typeFor(ctx, choice) })).id;
}

async function insert<T extends CategoryType>(ctx: Ctx, type: T, row: Omit<CategoryRows[T], 'id' | 'version'>) {
  return recordChange(ctx, kindOf(type), 'category.add', undefined, await insertCategory(ctx.db, type, row));
}

/** The catalogue after a change. Refused unless each category 2 has a unique key. */
async function settled(ctx: Ctx): Promise<Collections> {
  const shared = await findSharedKey(ctx.db);
  if (shared.length > 0) {
    const detail = shared.map(({ cat1, cat2 }) => `“${cat1}” / “${cat2}”`).join(', ');
    throw fail('same_key', { field: 'name', detail });
  }
  return readCategories(ctx.db);
}

/** Changes a record. One with job details below it cannot go to the other workstream (decision 041). */
export async function updateCategories(ctx: Ctx, input: InputFor<'category.update'>): Promise<Collections> {
  const { type, id, version, ...patch } = input;
  if (Object.keys(patch).length === 0) throw fail('nothing_chosen', { field: 'name' });
  const before = await lockSeenRow(ctx, kindOf(type), id, version, { field: 'id' });
  const changes = Object.entries(patch).some(([field, value]) => before[field as 'name'] !== value);
  if (!changes) return readCategories(ctx.db);
  const move = await moveOf(ctx, input, before);
  if (move) {
    await lockOrders(ctx.db, type, id);
    const uses = await countUses(ctx.db, type, id);
    if (uses.job_details > 0) {
      throw fail('workstream_in_use', { field: move, current: uses, detail: inWords(uses) });
    }
  }
  const after = await updateCategory(ctx.db, type, id, patch);
  await recordChange(ctx, kindOf(type), 'category.update', before, after);
  if (input.type === 'cat2' && input.cat1_id !== undefined) {
    // Ordered details below it now show the other category 1.
    await emit(ctx, 'job', []);
    await emit(ctx, 'task', []);
  }
  return settled(ctx);
}

/** Field that moves a record to the other workstream, null if it stays. */
async function moveOf(
  ctx: Ctx,
  input: InputFor<'category.update'>,
  before: CategoryRows[CategoryType],
): Promise<string | null> {
  const streamOf = async (service_type_id: number | undefined) =>
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
      const next = await streamOf(input.service_type_id);
      if (!next) throw fail('validation', { errors: [{ field: 'service_type_id', code: 'unknown' }] });
      return next === (await streamOf((before as CategoryRows['cat1']).service_type_id)) ? null : 'service_type_id';
    }
    case 'cat2': {
      if (input.cat1_id === undefined) return null;
      const to = await findCategory(ctx.db, 'cat1', input.cat1_id);
      if (!to) throw fail('validation', { errors: [{ field: 'cat1_id', code: 'unknown' }] });
      const from = await findCategory(ctx.db, 'cat1', (before as CategoryRows['cat2']).cat1_id);
      return (await streamOf(to.service_type_id)) === (await streamOf(from?.service_type_id)) ? null : 'cat1_id';
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
  const before = await lockSeenRow(ctx, kindOf(type), id, version, { field: 'id' });
  const uses = await countUses(ctx.db, type, id);
  if (Object.values(uses).some((n) => n > 0)) throw fail('in_use', { current: uses, detail: inWords(uses) });
  await deleteCategoryRow(ctx.db, type, id);
  await recordChange(ctx, kindOf(type), 'category.delete', before, undefined);
  return readCategories(ctx.db);
}

const inWords = (uses: CategoryUses): string =>
  Object.entries(uses)
    .flatMap(([what, n]) => (n > 0 ? [`${what}: ${n}`] : []))
    .join(', ');

/** Ids of categories 2 below any mix of service types and categories. Null without any. */
export async function categories2Below(
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
