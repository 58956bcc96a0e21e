import { writeAudit, type AuditEntry } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/response/fail.ts';
import type { InputFor } from '../../http/handlers.ts';
import { countJobs, deleteCus2, insertCus2, lockCus2Below, renameCus2 } from './customer-write.queries.ts';

type Change = NonNullable<InputFor<'customer.detailUpdate'>['details']['cus2']>[number];
const action = 'customer.detailUpdate';

/** Compares names like the tables do. */
export const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/**
 * Adds, renames and deletes customers 2 of a locked customer 1. Those with jobs cannot be deleted. Returns true if
 * anything changed.
 */
export async function changeCus2(ctx: Ctx, cus_id1: number, changes: readonly Change[]): Promise<boolean> {
  if (changes.length === 0) return false;
  const existing = new Map((await lockCus2Below(ctx.db, cus_id1)).map((row) => [row.id, row]));
  validateChanges(changes, existing);
  const removed = changes.flatMap(({ cus_id2, remove }) => (remove && cus_id2 !== undefined ? [cus_id2] : []));
  const renamed = changes.flatMap(({ cus_id2, name, remove }) =>
    cus_id2 !== undefined && !remove && name !== undefined && existing.get(cus_id2)?.name !== name
      ? [{ id: cus_id2, name }]
      : [],
  );
  const added = changes.flatMap(({ cus_id2, name }) => (cus_id2 === undefined && name !== undefined ? [name] : []));
  if (removed.length + renamed.length + added.length === 0) return false;

  await refuseCus2WithJobs(ctx, changes, removed);
  if (removed.length > 0) await deleteCus2(ctx.db, removed);
  if (renamed.length > 0) await renameCus2(ctx.db, renamed);
  const created = await insertCus2(ctx.db, cus_id1, added);
  const nameOf = (id: number) => ({ cus2_name: existing.get(id)?.name });
  const record = { action, entity: 'cus2' as const };
  const entries: AuditEntry[] = [
    ...removed.map((id) => ({ ...record, entity_id: id, before: { cus_id1, ...nameOf(id) } })),
    ...renamed.map(({ id, name }) => ({
      ...record,
      entity_id: id,
      before: nameOf(id),
      after: { cus2_name: name },
    })),
    ...created.map(({ id, name }) => ({ ...record, entity_id: id, after: { cus_id1, cus2_name: name } })),
  ];
  await writeAudit(ctx, entries);
  return true;
}

/** Refuses unknown and repeated customers 2, and repeated names. The refusal has all bad fields. */
function validateChanges(changes: readonly Change[], existing: ReadonlyMap<number, { name: string }>): void {
  const touched = new Set(changes.map(({ cus_id2 }) => cus_id2));
  const untouched = [...existing].filter(([id]) => !touched.has(id)).map(([, { name }]) => name);
  const nameAfter = ({ cus_id2, name, remove }: Change) =>
    remove ? undefined : (name ?? existing.get(cus_id2 ?? 0)?.name);
  const names = changes.map(nameAfter);
  const errors = changes.flatMap((change, index) => {
    const field = `details.cus2.${index}`;
    const { cus_id2, name, remove } = change;
    if (cus_id2 === undefined) {
      if (remove || name === undefined) return [{ field: `${field}.name`, code: 'required' }];
    } else {
      const known = existing.has(cus_id2);
      // A customer 2 that was deleted in between is an error only if the request changes it.
      if (!known && (remove || name !== undefined)) return [{ field: `${field}.name`, code: 'unknown' }];
      if (changes.findIndex((other) => other.cus_id2 === cus_id2) < index) return [{ field, code: 'duplicate' }];
    }
    const newName = names[index];
    if (newName === undefined || name === undefined) return [];
    const otherNames = [...untouched, ...names.filter((_other, position) => position !== index)];
    return otherNames.some((other) => other !== undefined && isSameName(other, newName))
      ? [{ field: `${field}.name`, code: 'exists' }]
      : [];
  });
  if (errors.length > 0) throw fail('validation', { errors });
}

async function refuseCus2WithJobs(ctx: Ctx, changes: readonly Change[], removed: readonly number[]): Promise<void> {
  const jobs = await countJobs(ctx.db, removed);
  const errors = changes.flatMap(({ cus_id2 }, index) =>
    jobs.has(cus_id2 ?? 0) && removed.includes(cus_id2 ?? 0)
      ? [{ field: `details.cus2.${index}.name`, code: 'in_use' }]
      : [],
  );
  if (errors.length === 0) return;
  const job_count = [...jobs.values()].reduce((sum, n) => sum + n, 0);
  throw fail('in_use', { errors, current: { job_count } });
}
