import { IMPORT_ACCESS, IMPORT_LOCKS, type ImportKindName } from '@darkroom/contract/record-import';
import { endpoints } from '@darkroom/contract/endpoints';
import { can, hasPermission, type Access } from '@darkroom/domain/permission/access';
import { foldName } from '@darkroom/domain/text/fold';
import { compareText } from '@darkroom/domain/text/order';
import { writeAudit } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import type { InputFor, ResponseOf } from '../../http/handlers.ts';
import { createLockedFailure } from '../../http/gates.ts';
import { toConstraintFailure } from '../../http/response/constraints.ts';
import { fail, Failure } from '../../http/response/fail.ts';
import { getTranslate } from '../../translate.ts';
import { CATEGORY_IMPORT } from '../category/category-import.service.ts';
import { CUSTOMER_IMPORT } from '../customer/customer-import.service.ts';
import { PRICE_IMPORT } from '../price/price-import.service.ts';
import { readCurrency } from '../setting/setting.service.ts';
import { MEMBER_IMPORT } from '../staff/member-import.service.ts';
import { findDecimalMark, formatCell, listChoices, readCell, type CellColumn, type CellRules } from './import-cells.ts';
import type { FoundRecord, ImportedRecord, ImportKind, RowToSave, Values } from './import-kind.ts';
import {
  findImport,
  insertImport,
  listNewestImports,
  lockImports,
  markUndone,
  releaseSavepoint,
  rollBackTo,
  setSavepoint,
} from './record-import.queries.ts';

const KINDS: Record<ImportKindName, ImportKind> = {
  member: MEMBER_IMPORT,
  customer: CUSTOMER_IMPORT,
  price: PRICE_IMPORT,
  category: CATEGORY_IMPORT,
};

const MAX_LISTED = 20;

type RunInput = InputFor<'recordImport.run'>;
type CheckedRow = ResponseOf<'recordImport.run'>['rows'][number];
type RowError = CheckedRow['errors'][number];
type Columns = ReadonlyMap<string, CellColumn>;

/** Permission to view the records of each kind. */
const VIEW_ACCESS: Readonly<Record<ImportKindName, Access>> = {
  member: endpoints.staff.list.access,
  customer: endpoints.customer.detailList.access,
  price: endpoints.price.detail.access,
  category: endpoints.category.list.access,
};

/** Returns the configuration of a kind, if the caller can view its records and add or change them. */
function getKind(ctx: Ctx, kind: ImportKindName): ImportKind {
  // A check shows the former values of records, so it also needs the permission to view them.
  if (!can(ctx.actor, IMPORT_ACCESS[kind]) || !can(ctx.actor, VIEW_ACCESS[kind])) throw fail('forbidden');
  return KINDS[kind];
}

/** Refuses a change of locked records. The removal of added records has no endpoint that checks it. */
function rejectLocked(ctx: Ctx, kind: ImportKindName): void {
  const reason = ctx.locks[IMPORT_LOCKS[kind]];
  if (reason !== undefined) throw createLockedFailure(ctx.actor, reason);
}

/** Reads the columns that the caller can write, with their names and schemas. */
async function readColumns(ctx: Ctx, kind: ImportKind): Promise<Columns> {
  const names = (await kind.names?.(ctx)) ?? {};
  const shape = kind.shape(ctx);
  return new Map(
    Object.entries(kind.fields)
      .filter(([name, { secret }]) => name in shape && (secret === undefined || can(ctx.actor, secret)))
      .map(([name, field]) => [name, { field, schema: shape[name]!, names: names[name] ?? [] }]),
  );
}

/** Lists the columns of an import: headings in both languages, and the values of closed lists. */
export async function listImportColumns(
  ctx: Ctx,
  input: InputFor<'recordImport.columns'>,
): Promise<ResponseOf<'recordImport.columns'>> {
  const kind = getKind(ctx, input.kind);
  const columns = await readColumns(ctx, kind);
  return {
    results: [...columns].map(([name, column]) => {
      const key = `field:${column.field.word ?? name}`;
      return {
        name,
        vi: getTranslate('vi')(key),
        en: getTranslate('en')(key),
        other_headings: [...(kind.headings?.[name] ?? [])],
        required: !column.schema.safeParse(undefined).success,
        is_text: !['day', 'money', 'count', 'number', 'minutes'].includes(column.field.kind),
        choices: listChoices(column, input.language),
      };
    }),
  };
}

/** A row of the file, with the values of its cells and the errors so far. */
interface ImportLine {
  readonly values: Values;
  readonly errors: RowError[];
  readonly seen: string | undefined;
  found: FoundRecord | null;
  checked: Omit<CheckedRow, 'errors'>;
}

/**
 * Checks the rows of a file, or saves all of them (decision 172). Both run the services of the forms in the same transaction. A check, and
 * an import with an error, is rolled back.
 */
export async function runImport(ctx: Ctx, input: RunInput): Promise<ResponseOf<'recordImport.run'>> {
  const { import_id, file_name, check_only } = input;
  const kind = getKind(ctx, input.kind);
  await lockImports(ctx.db);
  if (!check_only && (await findImport(ctx.db, import_id))) throw fail('import_added');
  const columns = await readColumns(ctx, kind);
  const importCtx: Ctx = { ...ctx, fileImport: { file_name, step: 'import', isCheck: check_only } };
  const language = input.language;
  const currency = await readCurrency(ctx.db);
  const mark = input.decimal_mark ?? findDecimalMark(columns, input.rows, { language, currency });
  const lines = input.rows.map((row) => readLine(row, columns, { language, mark, currency }));
  markRepeatedRows(kind, lines);

  await setSavepoint(ctx.db, 'import');
  const records = new Map<number, ImportedRecord>();
  const passwords: ResponseOf<'recordImport.run'>['passwords'] = [];
  const isEmpty = ({ values, errors }: ImportLine) => errors.length === 0 && kind.isEmpty?.(values) === true;
  for (const line of lines) if (isEmpty(line)) line.checked.action = 'same';
  const filled = lines.filter((line) => !isEmpty(line));
  for (const group of groupLines(kind, filled)) {
    await findRecords(importCtx, { kind, columns, records, group, input });
    const saved = await trySave(importCtx, kind, group);
    for (const [index, { id, version, signIn }] of saved.entries()) {
      const line = group[index]!;
      const before = line.found && pickBefore(kind, line);
      const earlier = records.get(id);
      const formerValues = earlier ? earlier.before && { ...before, ...earlier.before } : before;
      if (line.checked.action !== 'same')
        records.set(id, { id, version, name: nameOf(kind, line), before: formerValues });
      if (signIn) passwords.push(signIn);
    }
  }
  const rows = lines.map(({ checked, errors }) => ({
    ...checked,
    errors,
    ...(errors.length > 0 && { action: 'error' as const }),
  }));
  const hasErrors = rows.some(({ errors }) => errors.length > 0);
  if (check_only || hasErrors) {
    await rollBackTo(ctx.db, 'import');
    return { saved: false, rows, passwords: [] };
  }
  const added = [...records.values()].filter(({ before }) => before === null).length;
  const summary = { kind: input.kind, file_name, added, updated: records.size - added };
  const row = {
    ...summary,
    import_id,
    created_by: ctx.actor.user_id,
    added_at: ctx.now,
    records: [...records.values()],
  };
  await insertImport(ctx.db, row);
  await writeAudit(ctx, { action: 'recordImport.run', entity: 'record_import', entity_id: import_id, after: summary });
  return { saved: true, rows, passwords };
}

function readLine({ cells, seen }: RunInput['rows'][number], columns: Columns, rules: CellRules): ImportLine {
  const values: Record<string, unknown> = {};
  const errors: RowError[] = [];
  for (const [name, cell] of Object.entries(cells)) {
    const column = columns.get(name);
    const reading = column ? readCell(column, cell, rules) : { code: 'unknown_field' };
    if ('code' in reading) errors.push({ field: name, code: reading.code });
    else if (reading.value !== undefined) values[name] = reading.value;
  }
  return { values, errors, seen, found: null, checked: { action: 'add', seen: NEW, changes: [] } };
}

const NEW = 'new';

const nameOf = ({ keys }: ImportKind, { values, found }: ImportLine): string =>
  keys
    .map((key) => values[key] ?? found?.values[key])
    .filter((part) => typeof part === 'string')
    .join(' › ');

function markRepeatedRows(kind: ImportKind, lines: readonly ImportLine[]): void {
  const seen = new Set<string>();
  for (const line of lines) {
    const key = foldName(JSON.stringify(kind.keys.map((name) => line.values[name] ?? '')));
    if (seen.has(key)) line.errors.push({ field: kind.keys.at(-1)!, code: 'duplicate' });
    seen.add(key);
  }
}

function groupLines({ groupOf }: ImportKind, lines: readonly ImportLine[]): ImportLine[][] {
  if (!groupOf) return lines.map((line) => [line]);
  const groups = new Map<string, ImportLine[]>();
  for (const line of lines) {
    const key = groupOf(line.values);
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  return [...groups.values()];
}

interface Group {
  readonly kind: ImportKind;
  readonly columns: Columns;
  readonly records: ReadonlyMap<number, ImportedRecord>;
  readonly group: readonly ImportLine[];
  readonly input: RunInput;
}

/** Finds the records of rows, with the differences, and refuses those that changed since the check. */
async function findRecords(ctx: Ctx, { kind, columns, records, group, input }: Group): Promise<void> {
  const found = await kind.find(
    ctx,
    group.map(({ values }) => values),
  );
  for (const [index, line] of group.entries()) {
    const record = found[index] ?? null;
    line.found = record;
    const seen = record === null ? NEW : records.has(record.id) ? 'same import' : `${record.id}:${record.version}`;
    const values = getChanged(kind, line);
    const changed = Object.keys(values);
    const large = (record && kind.findLargeChanges?.(record.values, values)) ?? [];
    const changes = record
      ? changed.map((field) => ({
          field,
          is_large: large.includes(field),
          before: formatCell(columns.get(field)!, record.values[field], input.language),
          after: formatCell(columns.get(field)!, line.values[field], input.language),
        }))
      : [];
    line.checked = { action: record === null ? 'add' : changed.length > 0 ? 'update' : 'same', seen, changes };
    if (!input.check_only && line.seen !== undefined && line.seen !== seen)
      line.errors.push({ field: '', code: 'stale' });
  }
}

/** Returns the values of a row that differ from its record. The columns that found the record do not change. */
function getChanged({ keys }: ImportKind, { values, found }: Pick<ImportLine, 'values' | 'found'>): Values {
  if (found === null) return values;
  const toText = (value: unknown) =>
    JSON.stringify(Array.isArray(value) ? value.map(String).toSorted(compareText) : (value ?? null));
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => !keys.includes(name) && toText(value) !== toText(found.values[name]),
    ),
  );
}

/** Returns the former values of the fields that a row changes. */
const pickBefore = (kind: ImportKind, line: ImportLine): Values =>
  Object.fromEntries(Object.keys(getChanged(kind, line)).map((name) => [name, line.found?.values[name] ?? null]));

/**
 * Saves rows together, or rolls them back and adds the reasons to their errors. Rows with unreadable cells are tried too, so that all
 * errors are found at once.
 */
async function trySave(ctx: Ctx, kind: ImportKind, group: readonly ImportLine[]) {
  const rows = group.map((line): RowToSave => ({
    values: line.values,
    found: line.found,
    changed: getChanged(kind, line),
  }));
  await setSavepoint(ctx.db, 'rows');
  try {
    const saved = await kind.save(ctx, rows);
    if (group.every(({ errors }) => errors.length === 0)) {
      await releaseSavepoint(ctx.db, 'rows');
      return saved;
    }
  } catch (error) {
    addErrors(kind, group, toRowFailure(error));
  }
  await rollBackTo(ctx.db, 'rows');
  return [];
}

/** Returns a refusal of the row. Other errors end the import, for example a lost database or a deadlock. */
function toRowFailure(error: unknown): Failure {
  const failure = error instanceof Failure ? error : toConstraintFailure(error);
  if (!failure || failure.code === 'locked' || failure.code === 'last_superuser') throw error;
  return failure;
}

function addErrors({ columnOf, fields }: ImportKind, group: readonly ImportLine[], { code, details }: Failure): void {
  const single = details.field === undefined ? [] : [{ field: details.field, code }];
  const refused = [...(details.errors ?? []), ...single];
  for (const { field, ...error } of refused.length > 0 ? refused : [{ field: '', code }]) {
    const { column, position = 0 } = columnOf?.(field) ?? { column: field.split('.')[0]! };
    const line = group[position] ?? group[0]!;
    // A field with an unreadable cell was left out, so that it is missing for the service.
    if (line.errors.some((known) => known.field === column)) continue;
    line.errors.push({ ...error, field: column in fields ? column : '' });
  }
}

/** Undoes an import: removes added records, restores changed ones, and keeps what was used or changed since (decision 172). */
export async function undoRecordImport(
  ctx: Ctx,
  { import_id }: InputFor<'recordImport.undo'>,
): Promise<ResponseOf<'recordImport.undo'>> {
  await lockImports(ctx.db);
  const row = await findImport(ctx.db, import_id);
  if (!row) throw fail('not_found', { field: 'import_id' });
  const kind = getKind(ctx, row.kind);
  rejectLocked(ctx, row.kind);
  if (row.created_by !== ctx.actor.user_id && !hasPermission(ctx.actor, 'npn_admin')) throw fail('forbidden');
  if (row.undone_at !== null) throw fail('import_undone');
  const undoCtx: Ctx = { ...ctx, fileImport: { file_name: row.file_name, step: 'undo', isCheck: false } };
  const result = { removed: 0, restored: 0, kept: [] as { name: string; code: string }[] };
  for (const record of row.records.toReversed()) {
    const { id, version, name, before } = record;
    await setSavepoint(ctx.db, 'rows');
    try {
      if (before === null) await kind.remove(undoCtx, record);
      else await kind.save(undoCtx, [{ values: before, found: { id, version, values: {} }, changed: before }]);
      await releaseSavepoint(ctx.db, 'rows');
      result[before === null ? 'removed' : 'restored'] += 1;
    } catch (error) {
      result.kept.push({ name, code: toRowFailure(error).code });
      await rollBackTo(ctx.db, 'rows');
    }
  }
  await markUndone(ctx.db, import_id, ctx.actor.user_id, ctx.now);
  const after = { removed: result.removed, restored: result.restored, kept: result.kept.length };
  await writeAudit(ctx, { action: 'recordImport.undo', entity: 'record_import', entity_id: import_id, after });
  return result;
}

/** Lists the newest imports of a kind. */
export async function listRecordImports(
  ctx: Ctx,
  { kind }: InputFor<'recordImport.list'>,
): Promise<ResponseOf<'recordImport.list'>> {
  getKind(ctx, kind);
  return { results: await listNewestImports(ctx.db, kind, MAX_LISTED) };
}
