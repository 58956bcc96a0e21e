import type { AuditEntity } from '@darkroom/contract/audit';
import { pipelined } from '../db/driver/statement-marks.ts';
import type { Ctx } from '../http/context.ts';

export interface AuditEntry {
  /** `noun.verb`, like the endpoint's name. */
  action: string;
  entity?: AuditEntity;
  entity_id?: number | string;
  /** Id of the person, if the entry begins their session. By default, the caller. */
  actor_id?: number;
  /** Id of the affected person, if there is one. */
  subject_id?: number;
  before?: unknown;
  after?: unknown;
  note?: string;
}

/**
 * Appends audit rows in the change's own transaction (quality 26), but none if nothing changed. Never pass a password,
 * a token or a hash.
 */
export async function writeAudit(ctx: Ctx, entries: AuditEntry | readonly AuditEntry[], db = ctx.db): Promise<void> {
  const all: readonly AuditEntry[] = Array.isArray(entries) ? entries : [entries as AuditEntry];
  const list = all.filter((entry) => !isUnchanged(entry));
  for (let at = 0; at < list.length; at += ROWS_PER_STATEMENT)
    await insertEntries(ctx, list.slice(at, at + ROWS_PER_STATEMENT), db);
}

const isUnchanged = ({ action, before, after, note }: AuditEntry): boolean =>
  action.endsWith('.update') &&
  note === undefined &&
  before !== undefined &&
  toComparableJson(before) === toComparableJson(after);
/** Returns a record as JSON without the columns that every update changes. */
const toComparableJson = (record: unknown) =>
  JSON.stringify(record, (key, value: unknown) => (key === 'version' ? undefined : value));

/** Returns the action of a history entry. Changes from a file have verbs of their own (decision 172). */
function toImportAction({ fileImport }: Ctx, { action, before }: AuditEntry): string {
  if (!fileImport) return action;
  const verb = fileImport.step === 'undo' ? 'importUndo' : before === undefined ? 'importAdd' : 'importUpdate';
  return `${action.split('.')[0]}.${verb}`;
}

/** A statement has at most 65,535 parameters, and each row needs twelve. */
const ROWS_PER_STATEMENT = 2000;

async function insertEntries(ctx: Ctx, list: readonly AuditEntry[], db: Ctx['db']): Promise<void> {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  await db
    .insertInto('audit')
    .modifyEnd(pipelined)
    .values(
      list.map((entry) => ({
        at: ctx.now,
        // In a portal view, the member of staff is the actor, and the customer is the subject.
        actor_id: entry.actor_id ?? ctx.actor.viewer ?? (ctx.actor.user_id || null),
        subject_id: entry.subject_id ?? (ctx.actor.viewer ? ctx.actor.user_id : null),
        action: toImportAction(ctx, entry),
        entity: entry.entity ?? null,
        entity_id: entry.entity_id === undefined ? null : String(entry.entity_id),
        before: json(entry.before),
        after: json(entry.after),
        note: entry.note ?? ctx.fileImport?.file_name ?? null,
        through: ctx.actor.apiToken?.name ?? null,
        request_id: ctx.request.id,
        address: ctx.request.address,
      })),
    )
    .execute();
}
