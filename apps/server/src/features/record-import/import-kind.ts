import type { Endpoint, OutputOf, ParsedInputOf } from '@darkroom/contract/endpoint';
import type { Fields } from '@darkroom/contract/field-tables/field';
import { dayOf } from '@darkroom/domain/calendar/day';
import { BY_TASK } from '@darkroom/domain/lock/screens';
import { can } from '@darkroom/domain/permission/access';
import type { z } from 'zod';
import { validateInput } from '../../http/body/input.ts';
import type { Ctx } from '../../http/context.ts';
import { createLockedFailure } from '../../http/gates.ts';
import { fail } from '../../http/response/fail.ts';

/** Values of a row or a record by column. A column without a value is absent in a row, and null in a record. */
export type Values = Readonly<Record<string, unknown>>;

/** Returns a text of a row. Empty if the cell is empty or unreadable. */
export function getText(values: Values, name: string): string {
  const value = values[name];
  return typeof value === 'string' ? value : '';
}

/** An existing record of a row. */
export interface FoundRecord {
  readonly id: number;
  readonly version: number;
  readonly values: Values;
}

/** A row to save: its record, or null for a new one, and the values that differ from it. */
export interface RowToSave {
  readonly values: Values;
  readonly found: FoundRecord | null;
  readonly changed: Values;
}

/** Sign-in of a new account. The password is null if an invitation was sent. */
export interface NewSignIn {
  readonly username: string;
  readonly full_name: string;
  readonly one_time_password: string | null;
  readonly sent_to: string | null;
}

export interface SavedRecord {
  readonly id: number;
  readonly version: number;
  readonly signIn?: NewSignIn;
}

/** A record of an import, as the undo needs it: its former values, or null if the import added it. */
export interface ImportedRecord {
  readonly id: number;
  readonly version: number;
  readonly name: string;
  readonly before: Values | null;
}

/** Names of the records that a column can have, by id. */
export type ColumnNames = Readonly<Record<string, readonly (readonly [id: number, name: string])[]>>;

/** Configuration of an import (decision 172). The field tables and the schemas of the forms give the headings and the checks. */
export interface ImportKind {
  /** Columns in the order of the template. */
  readonly fields: Fields;
  /** Returns the schemas of the columns: required, choices and lists. */
  readonly shape: (ctx: Ctx) => Readonly<Record<string, z.ZodType>>;
  /** Other headings that people write above a column. */
  readonly headings?: Readonly<Record<string, readonly string[]>>;
  /** Columns that identify a record. */
  readonly keys: readonly string[];
  readonly names?: (ctx: Ctx) => Promise<ColumnNames>;
  /** Finds the records of rows, in the order of the rows. */
  readonly find: (ctx: Ctx, rows: readonly Values[]) => Promise<(FoundRecord | null)[]>;
  /** True if a row has no values, so that nothing is saved. */
  readonly isEmpty?: (values: Values) => boolean;
  /** Finds the columns with changes that are probably mistakes, so that the web app asks before saving. */
  readonly findLargeChanges?: (before: Values, after: Values) => readonly string[];
  /** Returns the key of rows that are saved together. By default, each row is saved alone. */
  readonly groupOf?: (values: Values) => string;
  readonly save: (ctx: Ctx, rows: readonly RowToSave[]) => Promise<SavedRecord[]>;
  /** Removes an added record that nobody has used since. */
  readonly remove: (ctx: Ctx, record: ImportedRecord) => Promise<unknown>;
  /** Returns the column of a field in an error, and the position of the row in its group. */
  readonly columnOf?: (path: string) => { column: string; position?: number };
}

/** Calls a service like a request to its endpoint: with the same permission, lock and checks of the input. */
export async function runCall<E extends Endpoint>(
  ctx: Ctx,
  endpoint: E,
  service: (ctx: Ctx, input: ParsedInputOf<E>) => Promise<unknown>,
  input: object,
): Promise<OutputOf<E>> {
  if (!can(ctx.actor, endpoint.access)) throw fail('forbidden');
  const reason = endpoint.lock === null || endpoint.lock === BY_TASK ? undefined : ctx.locks[endpoint.lock];
  if (reason !== undefined) throw createLockedFailure(ctx.actor, reason);
  const parsed = validateInput(endpoint, input, {}, { subject: ctx.actor, today: dayOf(ctx.now) });
  return (await service(ctx, parsed as ParsedInputOf<E>)) as OutputOf<E>;
}
