import {
  blindCheckSetting,
  getMetadataAccess,
  factorPolicy,
  faultKind,
  metadataShape,
  priorityLabel,
  mailSender,
  quoteGuard,
  type MailSender,
  type SystemLock,
} from '@darkroom/contract/setting';
import { turnarounds } from '@darkroom/contract/due-date/due-date';
import { DEFAULT_MAIL_SENDER } from '../../db/built-in-data.ts';
import { DEFAULT_SHARE } from '@darkroom/domain/blind-check/blind-check';
import type { LockScreen } from '@darkroom/domain/lock/screens';
import { can } from '@darkroom/domain/permission/access';
import type { PriceGuard } from '@darkroom/domain/quote/guard';
import { NO_FACTOR_POLICY, type FactorPolicy } from '@darkroom/domain/user/second-factor';
import type { XToggle } from '@darkroom/domain/task/quantities';
import { z } from 'zod';
import { writeAudit } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/response/fail.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { emit } from '../../live/emit.ts';
import type { Database } from '../../db/connect.ts';
import { findUnknownParents } from './due-date-rules.service.ts';
import {
  deleteMetadata,
  findLock,
  findMetadata,
  listMetadata,
  findSetting,
  insertMetadata,
  upsertLock,
  updateMetadataValue,
  updateToggle,
} from './setting.queries.ts';

/** Changes which of x1, x2, x3 are enabled, at least one. */
export async function changeXToggle(
  ctx: Ctx,
  toggle: InputFor<'setting.changeXToggle'>,
): Promise<ResponseOf<'setting.changeXToggle'>> {
  if (!toggle.x1 && !toggle.x2 && !toggle.x3) throw fail('no_fields_to_change', { field: 'x1' });
  const before = await findSetting(ctx.db);
  await updateToggle(ctx.db, toggle);
  await writeAudit(ctx, {
    action: 'setting.changeXToggle',
    entity: 'setting',
    entity_id: 'x-toggle',
    before,
    after: toggle,
  });
  await emit(ctx, 'setting', []);
  return toggle;
}

/** Locks or unlocks a screen (domain §5). All open browsers show the banner. */
export async function changeLock(ctx: Ctx, input: InputFor<'setting.changeLock'>): Promise<SystemLock> {
  if (input.locked && !input.reason) throw fail('lock_reason_required', { field: 'reason' });
  const before = await findLock(ctx.db, input.screen_name, input.month);
  if (before?.version !== input.version) throw fail('stale', { current: before ?? null });
  return writeLock(ctx, input, before);
}

/** Locks and reads the lock of a month of a screen. Returns undefined if there is none. */
export const findMonthLock = (db: Database, screen_name: LockScreen, month: string): Promise<SystemLock | undefined> =>
  findLock(db, screen_name, month);

/** Writes a lock with its history, and sends it to all open browsers. */
export async function writeLock(
  ctx: Ctx,
  { screen_name, month, locked, reason }: Pick<SystemLock, 'screen_name' | 'month' | 'locked' | 'reason'>,
  before: SystemLock | undefined,
): Promise<SystemLock> {
  const lock = { screen_name, month, locked, reason, changed_by: ctx.actor.user_id, changed_at: ctx.now };
  const after = await upsertLock(ctx.db, lock);
  await writeAudit(ctx, {
    action: 'setting.changeLock',
    entity: 'system_lock',
    // The lock of a month has its own id.
    entity_id: [screen_name, month].filter(Boolean).join(' '),
    before,
    after,
  });
  await emit(ctx, 'lock', []);
  return after;
}

/** Changes the value of a metadata key, validated by the key's shape (domain §5). INFO_HUB is also open to customer service (§7). */
export async function updateMetadata(
  ctx: Ctx,
  input: InputFor<'setting.updateMetadata'>,
): Promise<ResponseOf<'setting.updateMetadata'>> {
  const { data_type, key, version, value } = input;
  if (!can(ctx.actor, getMetadataAccess(data_type, key))) throw fail('forbidden');
  const shape = metadataShape(data_type, key);
  const before = shape ? await findMetadata(ctx.db, data_type, key) : undefined;
  const isArticle = data_type === 'INFO_HUB';
  if (!shape || (!before && !(isArticle && version === null))) throw fail('not_found', { field: 'key' });
  if ((before?.version ?? null) !== version) throw fail('stale', { current: before });
  if (isArticle && before && value === null) {
    await deleteMetadata(ctx.db, before.id);
    await writeAudit(ctx, { action: 'setting.delete', entity: 'metadata', entity_id: before.id, before });
    await emitMetadataChanged(ctx, data_type, before.id);
    return { ...before, value: null };
  }
  const parsed = shape.safeParse(value);
  if (!parsed.success) {
    const errors = parsed.error.issues.map((issue) => ({
      field: ['value', ...issue.path].join('.'),
      code:
        issue.code === 'unrecognized_keys'
          ? 'unknown_field'
          : /^[a-z_]+$/.test(issue.message)
            ? issue.message
            : 'invalid',
    }));
    throw fail('validation', { errors });
  }
  if (data_type === 'JOB_TASK' && key === 'turnarounds') {
    const errors = await findUnknownParents(ctx.db, turnarounds.parse(parsed.data));
    if (errors.length) throw fail('validation', { errors });
  }
  const after = before
    ? await updateMetadataValue(ctx.db, before.id, parsed.data)
    : await insertMetadata(ctx.db, data_type, key, parsed.data);
  await writeAudit(ctx, { action: 'setting.updateMetadata', entity: 'metadata', entity_id: after.id, before, after });
  await emitMetadataChanged(ctx, data_type, after.id);
  return after;
}

async function emitMetadataChanged(ctx: Ctx, data_type: string, id: number): Promise<void> {
  await emit(ctx, 'setting', [id]);
  if (data_type === 'INFO_HUB') await emit({ db: ctx.db }, 'portal_article', []);
}

/** Reads the current fault types (metadata JOB_TASK, `fault_kinds`). */
async function readFaultTypes(db: Database) {
  const rows = await listMetadata(db, 'JOB_TASK');
  const value = rows.find((r) => r.key === 'fault_kinds')?.value;
  return z.array(faultKind).safeParse(value).data ?? [];
}

/** Reads the keys of the current fault types. */
export const readFaultTypeKeys = async (db: Database): Promise<Set<string>> =>
  new Set((await readFaultTypes(db)).map((kind) => kind.key));

/** Reads the names of the fault types in a language, by key. */
export const readFaultTypeNames = async (db: Database, language: 'vi' | 'en'): Promise<Map<string, string>> =>
  new Map((await readFaultTypes(db)).map((kind) => [kind.key, kind[language]]));

/** Reads the names of the priorities in a language, by key (metadata JOB_TASK, `priorities`). */
export async function readPriorityNames(db: Database, language: 'vi' | 'en'): Promise<Map<string, string>> {
  const rows = await listMetadata(db, 'JOB_TASK');
  const value = rows.find((row) => row.key === 'priorities')?.value;
  return new Map((z.array(priorityLabel).safeParse(value).data ?? []).map((label) => [label.key, label[language]]));
}

/** Reads the currency of customers' prices (metadata JOB_TASK, `currency`). */
export async function readCurrency(db: Database): Promise<string> {
  const rows = await listMetadata(db, 'JOB_TASK');
  return z.string().parse(rows.find((row) => row.key === 'currency')?.value);
}

/** Reads the limits of the price guard for quotes (metadata JOB_TASK, `quote_guard`). */
export async function readPriceGuard(db: Database): Promise<PriceGuard> {
  const rows = await listMetadata(db, 'JOB_TASK');
  return quoteGuard.parse(rows.find((row) => row.key === 'quote_guard')?.value);
}

/** Reads the sender of mails: the bureau's name and the address for replies (metadata JOB_TASK, `mail`). */
export async function findMailSender(db: Database): Promise<MailSender> {
  const rows = await listMetadata(db, 'JOB_TASK');
  const stored = mailSender.safeParse(rows.find((row) => row.key === 'mail')?.value);
  return stored.success ? stored.data : DEFAULT_MAIL_SENDER;
}

/** Reads the rule for second factors (metadata JOB_TASK, `second_factor`). */
export async function readFactorPolicy(db: Database): Promise<FactorPolicy> {
  const rows = await listMetadata(db, 'JOB_TASK');
  const stored = factorPolicy.safeParse(rows.find((row) => row.key === 'second_factor')?.value);
  return stored.success ? stored.data : NO_FACTOR_POLICY;
}

/** Reads the share of blind checks after QC 2, in per cent (metadata JOB_TASK, `blind_check`). */
export async function readBlindCheckShare(db: Database): Promise<number> {
  const rows = await listMetadata(db, 'JOB_TASK');
  const stored = blindCheckSetting.safeParse(rows.find((row) => row.key === 'blind_check')?.value);
  return stored.success ? stored.data.share : DEFAULT_SHARE;
}

/** Reads which of the counts x1, x2, x3 are enabled. */
export async function readXToggle(db: Database): Promise<XToggle> {
  const { x1, x2, x3 } = await findSetting(db);
  return { x1, x2, x3 };
}
